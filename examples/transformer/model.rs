//! The network: two blocks of attention over the last letters of a text.

adgraph::graph! {
    /// How many letters there may be.
    pub(crate) const LETTERS: usize = 64;
    /// How many letters the network sees.
    pub(crate) const SPAN: usize = 32;
    /// How many numbers stand for a letter, and how many of them for each of two heads.
    const WIDTH: usize = 32;
    const HEAD: usize = 16;
    const INNER: usize = 128;

    /// Attention to the letters before, and a network for each letter.
    pub(crate) struct Block {
        #[init(ones)]
        scale: [f64; WIDTH],
        #[init(normal(0.0, 0.08))]
        query: [[[f64; HEAD]; WIDTH]; 2],
        #[init(normal(0.0, 0.08))]
        key: [[[f64; HEAD]; WIDTH]; 2],
        #[init(normal(0.0, 0.08))]
        value: [[[f64; HEAD]; WIDTH]; 2],
        #[init(normal(0.0, 0.08))]
        join: [[f64; WIDTH]; WIDTH],
        #[init(ones)]
        scale_inner: [f64; WIDTH],
        #[init(normal(0.0, 0.08))]
        up: [[f64; INNER]; WIDTH],
        #[init(normal(0.0, 0.08))]
        down: [[f64; WIDTH]; INNER],
    }

    /// All that is learnt.
    pub(crate) struct Model {
        #[init(normal(0.0, 0.08))]
        letters: [[f64; WIDTH]; LETTERS],
        #[init(normal(0.0, 0.08))]
        places: [[f64; WIDTH]; SPAN],
        blocks: [Block; 2],
        #[init(ones)]
        scale: [f64; WIDTH],
    }

    /// Rows of mean square 1, scaled.
    fn normed(x: [[f64; WIDTH]; SPAN], scale: [f64; WIDTH]) -> [[f64; WIDTH]; SPAN] {
        let size = sqrt(mean(x * x, axis = 1) + 1e-5);
        x / broadcast(size, [SPAN, WIDTH], axis = 0) * broadcast(scale, [SPAN, WIDTH], axis = 1)
    }

    /// One head: for each place a mean of the values at places up to it.
    fn attention(n: [[f64; WIDTH]; SPAN], b: &Block, head: usize) -> [[f64; HEAD]; SPAN] {
        let query = matmul(n, b.query[head]);
        let alike = matmul(query, transpose(matmul(n, b.key[head]))) / 4.0;
        let is_before = tril(ones([SPAN, SPAN])) > 0.5;
        matmul(softmax(select(is_before, alike, -1e9), axis = 1), matmul(n, b.value[head]))
    }

    fn block(b: &Block, x: [[f64; WIDTH]; SPAN]) -> [[f64; WIDTH]; SPAN] {
        let n = normed(x, b.scale);
        let heads = concat(attention(n, b, 0), attention(n, b, 1), axis = 1);
        let x = x + matmul(heads, b.join);
        x + matmul(gelu(matmul(normed(x, b.scale_inner), b.up)), b.down)
    }

    /// At each place the scores of the letters that may follow.
    pub(crate) fn scores(m: &Model, text: &[usize; SPAN]) -> [[f64; LETTERS]; SPAN] {
        let mut x = m.letters[text] + m.places;
        for b in m.blocks {
            x = block(b, x);
        }
        matmul(normed(x, m.scale), transpose(m.letters))
    }

    /// How surprising the letters of a text are, each behind those before it: the mean of the
    /// negative logarithms of their chances.
    fn surprise(m: &Model, text: [usize; SPAN + 1]) -> f64 {
        let chances = log_softmax(scores(m, text[..SPAN]), axis = 1);
        let mut total = 0.0;
        for at in 0..SPAN {
            total -= chances[at][text[at + 1]];
        }
        total / (SPAN as f64)
    }

    /// The mean over any number of texts.
    #[codegen(contract, finite, dispatch)]
    pub(crate) fn loss<const N: usize>(m: &Model, texts: &[[usize; SPAN + 1]; N]) -> f64 {
        mean(map(|text| surprise(m, text), texts))
    }
}
