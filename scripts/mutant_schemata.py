"""Mutant schemata: one program that holds all mutants and runs one of them.

R. H. Untch, A. J. Offutt and M. J. Harrold, "Mutation analysis using mutant schemata", 1993. The body of each function that
has mutants becomes a `match` over the number of the mutant, with a changed copy of the body for each and the body as it is
for every other number. Copies are made as text, from the places that cargo-mutants gives, so nothing is parsed but
brackets, strings and comments. The number is read from `UNDERCROFT_MUTANT`, once a process; with `UNDERCROFT_REACHED`, a
file, each function that is reached notes its own number there.
"""

import re
from bisect import bisect_right

# Added to the crate. `Either` joins the iterators of functions that return `impl Iterator`, one of each copy.
MODULE = """
pub(crate) mod mutant_schemata {
    use std::io::Write;
    use std::sync::{Mutex, OnceLock};

    static CHOSEN: OnceLock<u32> = OnceLock::new();
    static REACHED: OnceLock<Mutex<(std::fs::File, std::collections::BTreeSet<u32>)>> = OnceLock::new();
    const NOTE: u32 = u32::MAX;

    fn read() -> u32 {
        let Some(path) = std::env::var_os("UNDERCROFT_REACHED") else {
            return std::env::var("UNDERCROFT_MUTANT").map_or(0, |text| text.parse().unwrap());
        };
        let _ = REACHED.set(Mutex::new((std::fs::File::create(path).unwrap(), Default::default())));
        NOTE
    }

    pub(crate) fn chosen(function: u32) -> u32 {
        let chosen = *CHOSEN.get_or_init(read);
        if chosen == NOTE {
            note(function);
        }
        chosen
    }

    #[cold]
    fn note(function: u32) {
        let mut reached = REACHED.get().unwrap().lock().unwrap_or_else(|error| error.into_inner());
        if reached.1.insert(function) {
            writeln!(reached.0, "{function}").unwrap();
        }
    }

    #[derive(Clone)]
    pub(crate) enum Either<A, B> {
        A(A),
        B(B),
    }

    impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Either<A, B> {
        type Item = A::Item;

        fn next(&mut self) -> Option<A::Item> {
            match self {
                Self::A(one) => one.next(),
                Self::B(other) => other.next(),
            }
        }
    }
}
"""
ALLOW = "#![allow(warnings, arithmetic_overflow, unconditional_panic, unconditional_recursion, invalid_value)]\n"
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(\#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^'\n]*|[^\\'\n])'|[{}]""", re.S,
)


class Source:
    """The text of a file, and places in it."""

    def __init__(self, text):
        self.text = text
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]

    def offset(self, place):
        return self.lines[place["line"] - 1] + place["column"] - 1

    def span(self, span):
        return self.offset(span["start"]), self.offset(span["end"])

    def body(self, span):
        """The inside of the brackets that end a function."""
        start, end = self.span(span)
        opened = []
        for token in TOKEN.finditer(self.text, start, end):
            if token[0] == "{":
                opened.append(token.end())
            elif token[0] == "}":
                inside = opened.pop()
                if token.end() == end:
                    return inside, token.start()
        raise ValueError(f"no body ends at {span['end']}")


def fits(mutant):
    """Whether a schema can hold a mutant: it is in a function, and all copies of the body have one type."""
    function = mutant["function"]
    return bool(function) and ("impl " not in function["return_type"] or function["return_type"].startswith("-> impl Iterator"))


def is_mutable_item(mutant):
    """Whether a mutant yields `&mut T` from an iterator over `&T`. The compiler blames the function, not the copy."""
    kind = mutant["function"]["return_type"]
    return "impl Iterator" in kind and "&mut" not in kind and "Box::leak" in mutant["replacement"]


def functions(source, mutants):
    """The mutants of each outermost function: pairs of its body and them."""
    bodies = {}
    for mutant in mutants:
        span = mutant["function"]["span"]
        bodies.setdefault(source.body(span), []).append(mutant)
    outer = []
    for body in sorted(bodies, key=lambda body: (body[0], -body[1])):
        if outer and body[1] <= outer[-1][0][1]:
            outer[-1][1].extend(bodies[body])
        else:
            outer.append((body, list(bodies[body])))
    return outer


def write(text, mutants, first_function):
    """The text of a file with a schema a function. `mutants` are pairs of a number and a mutant. Returns the text, the
    number of the function of each mutant, and (first line, last line, number) of each copy."""
    source, numbers = Source(text), {mutant["name"]: number for number, mutant in mutants}
    parts, end, function_of, copies = [], 0, {}, []
    for function, ((start, stop), own) in enumerate(functions(source, [mutant for _, mutant in mutants]), first_function):
        parts.append(text[end:start])
        is_iterator = "impl " in own[0]["function"]["return_type"]
        wrap = lambda i, body: f"{{ {body} }}"
        if is_iterator:
            either = "crate::mutant_schemata::Either::"
            ends = lambda i: either + "A(" if i < len(own) else ""
            wrap = lambda i, body: (either + "B(") * i + ends(i) + f"{{ {body} }}" + ")" * (i + (i < len(own)))
        parts.append(f"\nmatch crate::mutant_schemata::chosen({function}) {{\n")
        for i, mutant in enumerate(own, 1):
            number, (left, right) = numbers[mutant["name"]], source.span(mutant["span"])
            function_of[number] = function
            line = "".join(parts).count("\n") + 1
            parts.append(f"{number} => {wrap(i, text[start:left] + ' ' + mutant['replacement'] + ' ' + text[right:stop])}\n,\n")
            copies.append((line, "".join(parts).count("\n"), number))
        parts.append(f"_ => {wrap(0, text[start:stop])}\n}}\n")
        end = stop
    return "".join(parts) + text[end:], function_of, copies


def copy_at(copies, line):
    """The number of the mutant whose copy has this line, if any."""
    at = bisect_right(copies, (line, float("inf"))) - 1
    if at >= 0 and copies[at][0] <= line <= copies[at][1]:
        return copies[at][2]
    return None


def without_const(text, kept):
    """Functions that are not `const`, but those of the names kept: what a `match` calls is not known to the compiler."""
    return re.sub(r"\bconst fn (\w+)", lambda match: match[0] if match[1] in kept else f"fn {match[1]}", text)
