//! The chapters of the book, whose programs are compiled and run as documentation tests.

/// The chapters that have programs.
macro_rules! chapters {
    ($($name:ident: $text:expr;)*) => {
        $(
            #[doc = $text]
            pub mod $name {}
        )*
    };
}

chapters! {
    introduction: include_str!("text/introduction.md");
    start: include_str!("text/start.md");
    coming: include_str!("text/coming.md");
    language: include_str!("text/language.md");
    structs: include_str!("text/structs.md");
    derivatives: include_str!("text/derivatives.md");
    sparse: include_str!("text/sparse.md");
    model: include_str!("text/model.md");
    trust: include_str!("text/trust.md");
    tools: include_str!("text/tools.md");
    formats: include_str!("text/formats.md");
    performance: include_str!("text/performance.md");
}
