//! Reads a file of words.

use std::ops::Range;

use parlour_luau::tree::{Binary, Block, Does, Expression, Function, Statement, Unary};
use parlour_luau::{Kind, Token, tokens};

use super::{Condition, Is, OWN, Piece, SUBJECTS, Word, is_constant};

/// Reads the words of a file; returns statements that aren't words besides.
pub(crate) fn parse(name: &str, text: &'static str) -> (Vec<Word>, Vec<&'static str>) {
    let mut reader = Reader { records: Vec::new(), text, tokens: tokens(text), words: Vec::new(), strays: Vec::new() };
    match parlour_luau::parse(name, text) {
        Ok(file) => reader.words_of(&file.body, &[]),
        Err(_) => reader.strays.push(text),
    }
    (reader.words, reader.strays)
}

struct Reader {
    /// The locals of the current function that hold tables.
    records: Vec<&'static str>,
    text: &'static str,
    tokens: Vec<Token<'static>>,
    words: Vec<Word>,
    strays: Vec<&'static str>,
}

/// An `if` that is decided when a word is linked.
struct Choice {
    span: Range<usize>,
    cases: Vec<(Condition, Range<usize>, Vec<Choice>)>,
}

impl Reader {
    /// Collects the words of a block that a game has under some conditions.
    fn words_of(&mut self, block: &Block, only: &[Condition]) {
        for statement in block.iter() {
            if !self.word(statement, only) {
                self.strays.push(&self.text[statement.span.range()]);
            }
        }
    }

    /// Collects the words of a statement; false if it is something else.
    fn word(&mut self, statement: &Statement, only: &[Condition]) -> bool {
        match &statement.does {
            Does::If(arms, otherwise) => {
                let Some(cases) = self.cases(arms, otherwise) else { return false };
                for (condition, block) in cases {
                    self.words_of(block, &[only, &[condition]].concat());
                }
                true
            }
            Does::Call(_) if &self.text[statement.span.range()] == "more()" => {
                self.add(statement, only, (Is::More, "", ""), ("", ""), Vec::new());
                true
            }
            Does::Assign(targets, values) => match (&targets[..], &values[..]) {
                ([Expression::Index(..)], [Expression::Function(function)]) => self.function(statement, function, only),
                ([Expression::Index(..)], [_]) => self.constant(statement, only),
                _ => false,
            },
            _ => false,
        }
    }

    fn constant(&mut self, statement: &Statement, only: &[Condition]) -> bool {
        let span = statement.span.range();
        let Some((name, value)) = self.text[span.clone()].split_once(" = ") else { return false };
        let Some((subject, name)) = name.split_once('.') else { return false };
        self.records.clear();
        let body = self.pieces(span.end - value.len()..span.end, &[], true);
        self.add(statement, only, (Is::Constant, subject, name), ("", ""), body);
        true
    }

    fn function(&mut self, statement: &Statement, function: &Function, only: &[Condition]) -> bool {
        let span = function.body.span.range();
        let head = &self.text[function.span.range().start..span.start];
        let Some((name, rest)) = head.strip_prefix("function ").and_then(|head| head.split_once('(')) else {
            return false;
        };
        let Some((subject, name)) = name.split_once('.') else { return false };
        // The types of parameters and results may have parentheses of their own.
        let mut depth = 1;
        let end = rest.find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let Some((parameters, result)) = end.map(|end| rest.split_at(end)) else { return false };
        let result = result[1..].trim().trim_start_matches(':').trim();
        self.records = self.records_of(function.span.range());
        let doc = self.doc(statement);
        let is = if doc.contains(&"@changes") { Is::Change } else { Is::Ask };
        let body = self.pieces(span, &self.choices(&function.body), subject == "core");
        self.add(statement, only, (is, subject, name), (parameters, result), body);
        true
    }

    fn add(
        &mut self,
        statement: &Statement,
        only: &[Condition],
        (is, subject, name): (Is, &'static str, &'static str),
        (parameters, result): (&'static str, &'static str),
        body: Vec<Piece>,
    ) {
        let mut doc = self.doc(statement);
        doc.retain(|line| *line != "@changes");
        let parameters = parameters.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()).collect();
        let (records, only) = (self.records.clone(), only.to_vec());
        self.words.push(Word { is, subject, name, parameters, records, result, body, doc, only });
    }

    /// The locals of a range that are indexed, but for parameters with a type, which have the names of what they number.
    fn records_of(&self, range: Range<usize>) -> Vec<&'static str> {
        let tokens = self.tokens.iter().filter(|token| range.contains(&token.at)).collect::<Vec<_>>();
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        let is_declared = |name: &str| {
            let declares = |at: usize| {
                matches!(text(at - 1), "local" | "for" | "," | "(")
                    && matches!(text(at + 1), "," | "=" | "in" | ")" | ":")
            };
            (1..tokens.len()).any(|at| text(at) == name && declares(at)) && name != "card" && name != "bunch"
        };
        let indexed = (1..tokens.len())
            .filter(|&at| tokens[at].kind == Kind::Name && text(at + 1) == "." && !matches!(text(at - 1), "." | ":"));
        let names = indexed.map(text).filter(|name| !SUBJECTS.contains(name) && is_declared(name));
        names.collect()
    }

    /// The lines of documentation before a statement.
    fn doc(&self, statement: &Statement) -> Vec<&'static str> {
        let before = &self.text[..statement.span.range().start];
        let before = &before[..before.rfind('\n').map_or(0, |end| end + 1)];
        let lines = before.lines().rev().map_while(|line| line.trim_start().strip_prefix("---"));
        let mut doc: Vec<&str> = lines.map(str::trim).collect();
        doc.reverse();
        doc
    }

    /// The pieces of a range of the text, with the choices in it.
    fn pieces(&self, range: Range<usize>, choices: &[Choice], is_core: bool) -> Vec<Piece> {
        let mut out = Vec::new();
        let mut from = range.start;
        for choice in choices {
            self.copy(from..choice.span.start, is_core, &mut out);
            let cases = choice.cases.iter();
            let cases =
                cases.map(|(condition, span, inner)| (condition.clone(), self.pieces(span.clone(), inner, is_core)));
            out.push(Piece::Cases(cases.collect()));
            from = choice.span.end;
        }
        self.copy(from..range.end, is_core, &mut out);
        out
    }

    /// Copies the tokens of a range.
    fn copy(&self, range: Range<usize>, is_core: bool, out: &mut Vec<Piece>) {
        let first = self.tokens.partition_point(|token| token.at < range.start);
        let last = self.tokens.partition_point(|token| token.at < range.end);
        // For each open parenthesis, true if it is that of a call of a subject's word.
        let mut calls: Vec<bool> = Vec::new();
        for at in first..last {
            let token = self.tokens[at];
            let text = |n: usize| self.tokens.get(n).map_or("", |token| token.text);
            let before = |n: usize| at.checked_sub(n).map_or("", text);
            if at > first && self.tokens[at - 1].end() < token.at {
                out.push(Piece::Text(" "));
            }
            match token.text {
                "(" => calls.push(before(2) == "." && SUBJECTS.contains(&before(3)) && before(4) != "."),
                "{" | "[" => calls.push(false),
                ")" | "}" | "]" => _ = calls.pop(),
                _ => {}
            }
            let is_field = matches!(before(1), "." | ":");
            match token.kind {
                Kind::Name if is_constant(token.text) => {
                    out.push(Piece::Constant(token.text));
                }
                Kind::Name if is_field => match token.text.find(|c: char| c.is_ascii_uppercase()) {
                    Some(capital) => {
                        let (stem, name) = token.text.split_at(capital);
                        out.extend([Piece::Text(stem), Piece::Constant(name)]);
                    }
                    None => out.push(Piece::Text(token.text)),
                },
                Kind::Name if self.records.contains(&token.text) => {
                    out.extend([Piece::Text(token.text), Piece::Text(OWN)]);
                }
                Kind::Name if text(at + 1) == "." && SUBJECTS.contains(&token.text) => {
                    out.push(Piece::Subject(token.text));
                }
                Kind::Name if matches!(token.text, "i" | "j") && !is_core => {
                    let is_alone = matches!(before(1), "(" | ",") && matches!(text(at + 1), ")" | ",");
                    let is_argument = is_alone && calls.last() == Some(&true);
                    out.push(if is_argument { Piece::Argument(token.text) } else { Piece::Index(token.text) });
                }
                Kind::Text if token.text.contains('{') => out.push(Piece::Quoted(token.text)),
                Kind::TextBegin | Kind::TextMiddle | Kind::TextEnd => {
                    // The braces around a constant go, as it is part of the text.
                    let is_part = |at: usize| {
                        let name = self.tokens.get(at).is_some_and(|token| is_constant(token.text));
                        let kind = |at: usize| self.tokens.get(at).map(|token| token.kind);
                        name && matches!(kind(at - 1), Some(Kind::TextBegin | Kind::TextMiddle))
                            && matches!(kind(at + 1), Some(Kind::TextMiddle | Kind::TextEnd))
                    };
                    let mut text = token.text;
                    if token.kind != Kind::TextBegin && is_part(at - 1) {
                        text = &text[1..];
                    }
                    if token.kind != Kind::TextEnd && is_part(at + 1) {
                        text = &text[..text.len() - 1];
                    }
                    out.push(Piece::Text(text));
                }
                _ => out.push(Piece::Text(token.text)),
            }
        }
    }

    /// The choices in a block, in order, not counting those in other choices.
    fn choices(&self, block: &Block) -> Vec<Choice> {
        block.iter().flat_map(|statement| self.choices_of(statement)).collect()
    }

    fn choices_of(&self, statement: &Statement) -> Vec<Choice> {
        match &statement.does {
            Does::If(arms, otherwise) => match self.cases(arms, otherwise) {
                Some(cases) => {
                    let cases = cases.into_iter();
                    let cases = cases.map(|(condition, block)| (condition, block.span.range(), self.choices(block)));
                    vec![Choice { span: statement.span.range(), cases: cases.collect() }]
                }
                None => arms.iter().map(|(_, block)| block).chain([otherwise]).flat_map(|b| self.choices(b)).collect(),
            },
            Does::LocalFunction(_, function) => self.choices(&function.body),
            Does::Block(block)
            | Does::While(_, block)
            | Does::Repeat(block, _)
            | Does::Count(.., block)
            | Does::Over(.., block) => self.choices(block),
            _ => Vec::new(),
        }
    }

    /// The cases of an `if` whose conditions are all constants.
    fn cases<'b>(&self, arms: &'b [(Expression, Block)], otherwise: &'b Block) -> Option<Vec<(Condition, &'b Block)>> {
        let mut passed: Vec<Condition> = Vec::new();
        let mut out = Vec::new();
        for (test, block) in arms {
            let own = self.condition(test)?;
            out.push((Condition::All([passed.as_slice(), std::slice::from_ref(&own)].concat()), block));
            passed.push(Condition::Not(Box::new(own)));
        }
        out.push((Condition::All(passed), otherwise));
        Some(out)
    }

    /// An expression as a condition on constants; `None` if it depends on anything else.
    fn condition(&self, test: &Expression) -> Option<Condition> {
        let both = |terms: &(Expression, Expression)| Some(vec![self.condition(&terms.0)?, self.condition(&terms.1)?]);
        Some(match test {
            Expression::Global(name, span) if is_constant(name) => Condition::Given(&self.text[span.range()]),
            Expression::Unary(Unary::Not, term) => Condition::Not(Box::new(self.condition(term)?)),
            Expression::And(terms) => Condition::All(both(terms)?),
            Expression::Or(terms) => Condition::Any(both(terms)?),
            Expression::One(inner) => self.condition(inner)?,
            Expression::Binary(Binary::Equal, terms) => match &**terms {
                (Expression::Global(name, span), Expression::Number(number)) if is_constant(name) => {
                    Condition::Equal(&self.text[span.range()], *number)
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}
