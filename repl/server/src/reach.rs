//! The address by which other machines reach the server, and links as QR codes for phones.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::svg;
use serde_json::{Value, json};

/// An address of the range for documentation (RFC 5737), which is routed by the default route.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Maximum length of a QR code's text, in bytes.
const LONGEST: usize = 500;

/// Reachability from other machines: `origin`, if the server is reachable, and `start`, the command that would make it
/// reachable.
pub(crate) fn told(public: Option<&str>, listens: SocketAddr) -> Value {
    let reached = match listens.ip() {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => own_address(),
        ip => Some(ip),
    };
    let own = reached.map(|ip| format!("http://{}", SocketAddr::new(ip, listens.port())));
    let origin = public.map(str::to_owned).or(own);
    let start = format!("parlour serve --listen 0.0.0.0:{}", listens.port());
    json!({ "origin": origin, "start": start })
}

/// The address of this machine in its network. Connecting a UDP socket sends nothing, but selects the local address.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified()).then_some(address)
}

/// A text as a QR code in SVG; `None` if it is too long.
pub(crate) fn code(text: &str) -> Option<String> {
    let code = QrCode::new(Some(text).filter(|text| text.len() <= LONGEST)?).ok()?;
    let mut drawn = code.render::<svg::Color<'_>>();
    Some(drawn.min_dimensions(200, 200).dark_color(svg::Color("#22262b")).light_color(svg::Color("#ffffff")).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Behind a proxy its address counts; at loopback the server isn't reachable, and explains how to change that.
    #[test]
    fn others_are_told_an_address_that_they_can_reach() {
        let at = |text: &str| text.parse().unwrap();
        let here = told(None, at("127.0.0.1:7777"));
        assert_eq!(here, json!({ "origin": null, "start": "parlour serve --listen 0.0.0.0:7777" }));
        assert_eq!(told(None, at("192.168.1.5:80"))["origin"], "http://192.168.1.5:80");
        assert_eq!(told(None, at("[fd00::5]:80"))["origin"], "http://[fd00::5]:80");
        assert_eq!(told(Some("https://play.example.org"), at("127.0.0.1:7777"))["origin"], "https://play.example.org");
    }

    /// A link fits into a QR code; a longer text doesn't.
    #[test]
    fn links_become_pictures() {
        assert!(code("http://192.168.1.5:7777/t/abcdef#0123456789").unwrap().contains("<svg"));
        assert_eq!(code(&"x".repeat(501)), None);
    }
}
