package io.graphkernel.processor.frontend.element;

import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import java.util.Optional;

/** Readers of one element function, and the state that they share. */
final class ElementContext {

    private final Javac javac;
    private final ElementCaptures captures;
    private final ElementBody body;
    private final ElementState state = new ElementState();
    private final ElementArithmetic arithmetic;
    private final ElementTypes types;
    private final ElementMethods methods;
    private final ElementExpressions expressions;
    private final ElementStatements statements;
    private final ElementSwitches switches;
    private final ElementTables tables;

    ElementContext(Javac javac, ElementBody body, ElementCaptures captures) {
        this.javac = javac;
        this.body = body;
        this.captures = captures;
        this.arithmetic = new ElementArithmetic(body, Optional.of(captures.remainders()));
        this.types = new ElementTypes(javac, arithmetic);
        this.methods = new ElementMethods(this, new BodyAttribution(javac.trees()), new ElementMath(body, arithmetic));
        this.expressions = new ElementExpressions(this);
        this.statements = new ElementStatements(this);
        this.switches = new ElementSwitches(this);
        this.tables = new ElementTables(this);
    }

    Javac javac() {
        return javac;
    }

    ElementCaptures captures() {
        return captures;
    }

    ElementBody body() {
        return body;
    }

    ElementState state() {
        return state;
    }

    ElementArithmetic arithmetic() {
        return arithmetic;
    }

    ElementTypes types() {
        return types;
    }

    ElementMethods methods() {
        return methods;
    }

    ElementExpressions expressions() {
        return expressions;
    }

    ElementStatements statements() {
        return statements;
    }

    ElementSwitches switches() {
        return switches;
    }

    ElementTables tables() {
        return tables;
    }
}
