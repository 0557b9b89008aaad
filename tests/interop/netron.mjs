// Opens files with the parser of Netron, and checks that it shows every operator with its name and
// attributes, and what is known of the shapes of its weights.
//
// usage: node tests/interop/netron.mjs NETRON FOLDER

import * as fs from 'node:fs';
import * as path from 'node:path';
import * as url from 'node:url';

const [, , netron, folder] = process.argv;
const load = (file) => import(url.pathToFileURL(path.join(netron, file)).href);
const { ModelFactory } = await load('mxnet.js');
const { BinaryReader } = await load('base.js').then((base) => base, () => ({}));

/** Netron's table of what it knows of operators. */
class Metadata {

    constructor(types) {
        this.types = new Map(types.map((type) => [type.name, type]));
    }

    type(name) {
        return this.types.get(name) || { name };
    }

    attribute(type, name) {
        const attributes = this.type(type).attributes || [];
        return attributes.find((attribute) => attribute.name === name) || null;
    }
}

/** What Netron's window gives to a parser: a file, and those beside it. */
class Context {

    constructor(file) {
        this.file = file;
        this.identifier = path.basename(file);
        this.stream = null;
    }

    async peek() {
        return JSON.parse(fs.readFileSync(this.file, 'utf-8'));
    }

    async read(type) {
        if (type === 'json') {
            return this.peek();
        }
        return BinaryReader.open(new Uint8Array(fs.readFileSync(this.file)));
    }

    async fetch(name) {
        const file = path.join(path.dirname(this.file), name);
        if (!fs.existsSync(file)) {
            throw new Error(`there is no ${file}`);
        }
        return new Context(file);
    }

    async metadata(name) {
        return new Metadata(JSON.parse(fs.readFileSync(path.join(netron, name), 'utf-8')));
    }

    set(type, value) {
        this.type = type;
        this.value = value;
        return type;
    }
}

/** What is wrong with how Netron shows a file. */
const check = async (file) => {
    const expected = JSON.parse(fs.readFileSync(file, 'utf-8'));
    const context = new Context(file);
    const factory = new ModelFactory();
    if (await factory.match(context) !== 'mxnet.json') {
        return 'Netron does not take it for a file of MXNet';
    }
    const model = await factory.open(context);
    const [graph] = model.modules;
    const operators = expected.nodes.filter((node) => node.op !== 'null');
    if (graph.nodes.length !== operators.length) {
        return `${graph.nodes.length} nodes are shown of ${operators.length}`;
    }
    for (const [index, node] of graph.nodes.entries()) {
        const held = operators[index];
        if (node.name !== held.name || node.type.name !== held.op) {
            return `${held.name} (${held.op}) is shown as ${node.name} (${node.type.name})`;
        }
        const shown = new Set(node.attributes.map((attribute) => attribute.name));
        const attributes = Object.keys(held.attrs || held.attr || held.param || {});
        const hidden = attributes.find((name) => !shown.has(name));
        if (hidden) {
            return `the attribute ${hidden} of ${held.name} is not shown`;
        }
        if (node.inputs.length === 0 && held.inputs.length > 0) {
            return `the inputs of ${held.name} are not shown`;
        }
    }
    if (graph.outputs.length !== expected.heads.length) {
        return `${graph.outputs.length} outputs are shown of ${expected.heads.length}`;
    }
    if (fs.existsSync(file.replace('-symbol.json', '-0000.params'))) {
        const values = graph.nodes.flatMap((node) => node.inputs.flatMap((input) => input.value));
        const shaped = values.filter((value) => value.initializer && value.initializer.type.shape);
        if (shaped.length === 0) {
            return 'no weight is shown with its shape';
        }
    }
    return null;
};

let good = 0;
let bad = 0;
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('-symbol.json')).sort()) {
    let wrong = null;
    try {
        wrong = await check(path.join(folder, name));
    } catch (error) {
        wrong = error.message;
    }
    if (wrong) {
        bad += 1;
        console.log(`  ${name}: ${wrong}`);
    } else {
        good += 1;
    }
}
console.log(`files opened with Netron: ${good} as they are, ${bad} not`);
process.exit(bad === 0 ? 0 : 1);
