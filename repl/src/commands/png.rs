//! Rasterization of pictures.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::failure::Failure;

/// Fonts for a picture's text; the first available one is used.
const FONTS: [&str; 8] =
    ["Segoe UI", "Roboto", "Helvetica Neue", "Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial", "Helvetica"];

/// Renders an SVG as a PNG of the same size. Text is set in a system font.
///
/// # Errors
/// A system without fonts.
pub(super) fn png(picture: &str) -> Result<Vec<u8>, Failure> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let names = || fonts.faces().flat_map(|face| face.families.iter().map(|(name, _)| name.as_str()));
    let usual = FONTS.into_iter().find(|font| names().any(|name| name == *font));
    let Some(font) = usual.or_else(|| names().next()).map(str::to_owned) else {
        let message = "a PNG needs a font, and this system has none: install one such as DejaVu Sans, or write an SVG";
        return Err(Failure::Input(message.to_owned()));
    };
    fonts.set_sans_serif_family(font.clone());
    options.font_family = font;
    let failed = |why: String| Failure::Input(format!("the picture can't be drawn: {why}"));
    let tree = Tree::from_str(picture, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture has its size in pixels; without a font it is an error.
    #[test]
    fn a_picture_becomes_pixels() {
        let svg =
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>"#;
        match png(svg) {
            Ok(bytes) => assert_eq!((&bytes[1..4], &bytes[16..24]), (&b"PNG"[..], &[0, 0, 0, 40, 0, 0, 0, 30][..])),
            Err(why) => assert!(why.to_string().contains("needs a font"), "{why}"),
        }
    }
}
