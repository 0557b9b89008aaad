// Options that do not exist, on a function, for a block and for a module.
adgraph::graph! {
    #[codegen(contrct)]
    pub fn misspelt(x: f64) -> f64 {
        x
    }

    #[codegen]
    pub fn empty(x: f64) -> f64 {
        x
    }

    #[codegen(finite = true)]
    pub fn valued(x: f64) -> f64 {
        x
    }
}

adgraph::graph! {
    #![codegen(fast)]

    pub fn block(x: f64) -> f64 {
        x
    }
}

adgraph::graph! {
    //! Text about the block.
    #![inline]

    pub fn other(x: f64) -> f64 {
        x
    }
}

#[adgraph::differentiable]
#[codegen(dispatched)]
mod module {
    pub fn f(x: f64) -> f64 {
        x
    }
}

fn main() {}
