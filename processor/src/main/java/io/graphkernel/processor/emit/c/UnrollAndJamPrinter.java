package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import java.util.HashSet;
import java.util.Set;

/**
 * Printer of unrolled and jammed functions: declared variables are arrays, and each statement is a loop over the
 * vectors. The compiler keeps the statement order, so that the dependency chains of the vectors overlap.
 */
final class UnrollAndJamPrinter extends CPrinter {

    /** Identifiers of the arrays with one element per vector. */
    private final Set<String> arrays = new HashSet<>();

    UnrollAndJamPrinter(CodeWriter code, Function function) {
        super(code);
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Declare declaration) {
                arrays.add(declaration.variable().name());
            }
        }
    }

    @Override
    protected void print(Statement statement) {
        if (statement instanceof Statement.Declare declaration) {
            Variable variable = declaration.variable();
            code.line(
                    "GK_LET_EACH(%s, %s) = %s;%s",
                    type(variable.type()), variable.name(), text(declaration.value()), comment(declaration));
        } else if (statement instanceof Statement.StoreVector store) {
            code.line("GK_EACH %s;", store(store));
        } else if (statement instanceof Statement.ExprStatement exprStatement) {
            code.line("GK_EACH %s;", text(exprStatement.call()));
        } else {
            throw new IllegalStateException("cannot unroll and jam " + statement);
        }
    }

    @Override
    protected String name(Variable variable) {
        return arrays.contains(variable.name()) ? variable.name() + "[k]" : variable.name();
    }
}
