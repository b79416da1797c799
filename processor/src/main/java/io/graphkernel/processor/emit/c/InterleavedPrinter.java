package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import java.util.HashSet;
import java.util.Set;

/**
 * Prints a function of several vectors: what it declares are arrays, and each statement is a loop over the vectors. The compiler
 * keeps the order of the statements, so that the chains of the vectors run next to each other.
 */
final class InterleavedPrinter extends CPrinter {

    /** What each vector has one of. */
    private final Set<String> arrays = new HashSet<>();

    InterleavedPrinter(CodeWriter code, Function function) {
        super(code);
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Let let) {
                arrays.add(let.variable().name());
            }
        }
    }

    @Override
    protected void print(Statement statement) {
        if (statement instanceof Statement.Let let) {
            Variable variable = let.variable();
            code.line(
                    "GK_LET_EACH(%s, %s) = %s;%s",
                    type(variable.type()), variable.name(), text(let.value()), comment(let));
        } else if (statement instanceof Statement.StoreVector store) {
            code.line("GK_EACH %s;", store(store));
        } else if (statement instanceof Statement.Effect effect) {
            code.line("GK_EACH %s;", text(effect.call()));
        } else {
            throw new IllegalStateException("vectors are not interleaved in " + statement);
        }
    }

    @Override
    protected String name(Variable variable) {
        return arrays.contains(variable.name()) ? variable.name() + "[k]" : variable.name();
    }
}
