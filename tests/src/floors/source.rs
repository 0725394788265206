//! Modules of a crate with their references, parsed from its sources. Items under `#[cfg(test)]` or `#[cfg(doc)]` are
//! skipped.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A path without its generic arguments: `["crate", "state", "State"]`.
pub type Written = Vec<String>;

/// The error of an unreadable file.
#[derive(Debug)]
pub struct SourceError {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub message: String,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.message)
    }
}

impl std::error::Error for SourceError {}

/// The meaning of a name in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// An item of the module itself.
    Item,
    /// A child module, by index in [`Crate::modules`].
    Module(usize),
    /// An import.
    Import(Written),
}

/// A reference in a module.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The path.
    pub path: Written,
    /// The line, from 1.
    pub line: usize,
    /// True inside a `use`.
    pub in_use: bool,
}

/// The head of an `impl`: its type, and the paths of its trait.
#[derive(Clone, Debug)]
pub struct Impl {
    /// The type.
    pub of: Written,
    /// The trait and its arguments; empty for methods of the type itself.
    pub by: Vec<Written>,
    /// The line, from 1.
    pub line: usize,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its path in the crate; empty for the root.
    pub path: Written,
    /// The parent module.
    pub parent: Option<usize>,
    /// Its file.
    pub file: PathBuf,
    /// The meanings of each name; one can have several, such as a module and a function.
    pub names: BTreeMap<String, Vec<Named>>,
    /// The paths of its glob imports.
    pub globs: Vec<Written>,
    /// Its references.
    pub mentions: Vec<Mention>,
    /// Its implementations.
    pub impls: Vec<Impl>,
}

/// The modules of a crate, the root first.
#[derive(Clone, Debug, Default)]
pub struct Crate {
    /// The modules.
    pub modules: Vec<Module>,
}

impl Crate {
    /// Reads a crate from its root file and those of its modules.
    ///
    /// # Errors
    /// A missing file, or one that isn't Rust.
    pub fn read(root: &Path) -> Result<Self, SourceError> {
        let mut read = Self::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        read.file(root, Vec::new(), None, &folder)?;
        Ok(read)
    }

    /// Reads a file as a module; the files of its own modules are in `folder`.
    fn file(&mut self, file: &Path, path: Written, parent: Option<usize>, folder: &Path) -> Result<usize, SourceError> {
        let fault = |message: String| SourceError { file: file.to_owned(), message };
        let text = fs::read_to_string(file).map_err(|error| fault(error.to_string()))?;
        let syntax =
            syn::parse_file(&text).map_err(|error| fault(format!("line {}: {error}", error.span().start().line)))?;
        self.module(&syntax.items, file, path, parent, folder)
    }

    fn module(
        &mut self,
        items: &[syn::Item],
        file: &Path,
        path: Written,
        parent: Option<usize>,
        folder: &Path,
    ) -> Result<usize, SourceError> {
        let place = self.modules.len();
        let mut reader = Reader::default();
        for item in items {
            reader.visit_item(item);
        }
        let Reader { names, globs, mentions, impls, inner } = reader;
        self.modules.push(Module { path: path.clone(), parent, file: file.to_owned(), names, globs, mentions, impls });
        for module in inner {
            let name = module.ident.to_string();
            let mut path = path.clone();
            path.push(name.clone());
            let inside = folder.join(&name);
            let child = match &module.content {
                Some((_, items)) => self.module(items, file, path, Some(place), &inside)?,
                None => {
                    let beside = folder.join(format!("{name}.rs"));
                    let own = inside.join("mod.rs");
                    let file = if own.is_file() { own } else { beside };
                    self.file(&file, path, Some(place), &inside)?
                }
            };
            self.modules[place].names.entry(name).or_default().push(Named::Module(child));
        }
        Ok(place)
    }
}

/// Collects the names and references of one module; nested modules are queued.
#[derive(Default)]
struct Reader<'a> {
    names: BTreeMap<String, Vec<Named>>,
    globs: Vec<Written>,
    mentions: Vec<Mention>,
    impls: Vec<Impl>,
    inner: Vec<&'a syn::ItemMod>,
}

impl Reader<'_> {
    fn define(&mut self, name: &syn::Ident) {
        self.names.entry(name.to_string()).or_default().push(Named::Item);
    }

    /// Flattens the paths of a `use`.
    fn import(&mut self, tree: &syn::UseTree, before: &mut Written) {
        let line = tree.span().start().line;
        let mut bring = |path: Written, name: String| {
            self.mentions.push(Mention { path: path.clone(), line, in_use: true });
            self.names.entry(name).or_default().push(Named::Import(path));
        };
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before);
                }
            }
            syn::UseTree::Name(name) if name.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                bring(before.clone(), name);
            }
            syn::UseTree::Name(name) => {
                bring([before.as_slice(), &[name.ident.to_string()]].concat(), name.ident.to_string());
            }
            syn::UseTree::Rename(renamed) => {
                let mut path = before.clone();
                path.extend((renamed.ident != "self").then(|| renamed.ident.to_string()));
                bring(path, renamed.rename.to_string());
            }
            syn::UseTree::Glob(_) => {
                self.mentions.push(Mention { path: before.clone(), line, in_use: true });
                self.globs.push(before.clone());
            }
        }
    }

    /// The paths in the tokens of a macro call, which aren't parsed.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Written::new();
        let (mut line, mut colons) = (0, 0);
        let mut flush = |path: &mut Written, line: usize| {
            if !path.is_empty() {
                self.mentions.push(Mention { path: std::mem::take(path), line, in_use: false });
            }
        };
        let mut groups = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        flush(&mut path, line);
                        line = ident.span().start().line;
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => colons += 1,
                other => {
                    flush(&mut path, line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        groups.push(group.stream());
                    }
                }
            }
        }
        flush(&mut path, line);
        for group in groups {
            self.tokens(group);
        }
    }
}

/// True if an item exists only for tests, or for documentation.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is = |meta: &syn::Meta, word: &str| meta.path().is_ident(word);
        match &attribute.meta {
            syn::Meta::List(list) if list.path.is_ident("cfg") => {
                syn::parse2::<syn::Meta>(list.tokens.clone()).is_ok_and(|meta| is(&meta, "test") || is(&meta, "doc"))
            }
            meta => is(meta, "test"),
        }
    })
}

/// The attributes of an item that may be test-only.
fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn written(path: &syn::Path) -> Written {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// The path of a type; `None` for pathless ones, such as tuples.
fn path_of(of: &syn::Type) -> Option<Written> {
    match of {
        syn::Type::Path(path) => Some(written(&path.path)),
        syn::Type::Reference(reference) => path_of(&reference.elem),
        syn::Type::Slice(slice) => path_of(&slice.elem),
        _ => None,
    }
}

/// The paths of the arguments of a trait.
fn arguments(by: &syn::Path) -> Vec<Written> {
    let all = by.segments.iter().filter_map(|segment| match &segment.arguments {
        syn::PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    let types = all.flatten().filter_map(|argument| match argument {
        syn::GenericArgument::Type(of) => path_of(of),
        _ => None,
    });
    types.collect()
}

impl<'a> Visit<'a> for Reader<'a> {
    fn visit_item(&mut self, item: &'a syn::Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        match item {
            syn::Item::Const(item) => self.define(&item.ident),
            syn::Item::Enum(item) => self.define(&item.ident),
            syn::Item::Fn(item) => self.define(&item.sig.ident),
            syn::Item::Static(item) => self.define(&item.ident),
            syn::Item::Struct(item) => self.define(&item.ident),
            syn::Item::Trait(item) => self.define(&item.ident),
            syn::Item::Type(item) => self.define(&item.ident),
            syn::Item::Macro(item) => {
                if let Some(name) = &item.ident {
                    self.define(name);
                }
            }
            syn::Item::Mod(item) => {
                self.inner.push(item);
                return;
            }
            syn::Item::Impl(item) => {
                if let Some(of) = path_of(&item.self_ty) {
                    let by = item.trait_.as_ref().map_or_else(Vec::new, |by| {
                        let mut all = vec![written(&by.0)];
                        all.extend(arguments(&by.0));
                        all
                    });
                    self.impls.push(Impl { of, by, line: item.impl_token.span.start().line });
                }
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'a syn::ImplItem) {
        let attributes: &[syn::Attribute] = match item {
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Const(item) => &item.attrs,
            _ => &[],
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.import(&item.tree, &mut Written::new());
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.mentions.push(Mention { path: written(path), line: path.span().start().line, in_use: false });
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'a syn::Macro) {
        self.visit_path(&called.path);
        self.tokens(called.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}
}
