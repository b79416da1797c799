package io.graphkernel.processor.emit;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.DimSyntax;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.IntConstant;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Size;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import java.util.List;
import java.util.stream.Collectors;

/** Printer of the loop IR for languages with C's statements and operators. */
public abstract class FunctionPrinter {

    /** Precedence below every operator. */
    private static final int MIN_PRECEDENCE = 0;

    private static final int CONDITIONAL = 1;
    private static final int MAX_PRECEDENCE = 20;

    /** Receives the source code. */
    protected final CodeWriter code;

    private final DimSyntax dims;

    /**
     * Creates a printer.
     *
     * @param code receives the source code
     * @param dims syntax of sizes
     */
    protected FunctionPrinter(CodeWriter code, DimSyntax dims) {
        this.code = code;
        this.dims = dims;
    }

    /**
     * Prints a function and an empty line.
     *
     * @param function the function
     */
    public final void print(Function function) {
        open(function);
        function.body().forEach(this::print);
        code.close().blank();
    }

    /**
     * Opens a function's block.
     *
     * @param function the function
     */
    protected abstract void open(Function function);

    /**
     * Prints a list of statements.
     *
     * @param statements the statements, in order
     */
    protected final void print(List<Statement> statements) {
        statements.forEach(this::print);
    }

    /**
     * Prints a statement.
     *
     * @param statement a statement that the target supports
     */
    protected void print(Statement statement) {
        if (statement instanceof Statement.Declare declaration) {
            String declared = declaration(declaration.variable(), declaration.isMutable());
            code.line("%s = %s;%s", declared, text(declaration.value()), comment(declaration));
        } else if (statement instanceof Statement.Assign assign) {
            print(assign);
        } else if (statement instanceof Statement.Store store) {
            code.line("%s;", store(store));
        } else if (statement instanceof Statement.Loop loop) {
            print(loop);
        } else if (statement instanceof Statement.WhileActive loop) {
            code.open("for (;;)");
            print(loop.head());
            code.open("if (!%s)", anyActive(loop.active()));
            code.line("break;");
            code.close();
            print(loop.body());
            code.close();
        } else if (statement instanceof Statement.If ifStatement) {
            code.open("if (%s)", text(ifStatement.condition()));
            print(ifStatement.then());
            if (!ifStatement.otherwise().isEmpty()) {
                code.elseBlock();
                print(ifStatement.otherwise());
            }
            code.close();
        } else if (statement instanceof Statement.Block block) {
            code.block();
            print(block.body());
            code.close();
        } else if (statement instanceof Statement.ReturnValue returned) {
            code.line("return %s;", text(returned.value()));
        } else if (statement instanceof Statement.ExprStatement exprStatement) {
            code.line("%s;", text(exprStatement.call()));
        } else {
            printTargetStatement(statement);
        }
    }

    private void print(Statement.Assign assign) {
        String target = text(assign.target());
        boolean adds = assign.value() instanceof Binary sum
                && sum.operator() == Operator.ADD
                && sum.left().equals(assign.target());
        code.line(
                adds ? "%s += %s;" : "%s = %s;",
                target,
                text(adds ? ((Binary) assign.value()).right() : assign.value()));
    }

    private void print(Statement.Loop loop) {
        printHint(loop.unroll());
        String index = loop.index().name();
        String step = loop.step().equals(new IntConstant(1)) ? "++" + index : index + " += " + text(loop.step());
        String type = declaration(loop.index(), true);
        String to = operand(loop.to(), Operator.LESS.precedence() + 1);
        code.open("for (%s = %s; %s < %s; %s)", type, text(loop.from()), index, to, step);
        print(loop.body());
        code.close();
    }

    /**
     * Returns the condition that any lane of a mask is active.
     *
     * @param active the mask
     * @return an expression that needs no parentheses
     */
    protected String anyActive(Variable active) {
        return text(active);
    }

    /**
     * Prints the unroll hint of a loop before it.
     *
     * @param unroll the hint
     */
    protected void printHint(Statement.Unroll unroll) {}

    /**
     * Prints a statement that only some targets support.
     *
     * @param statement a statement for thread blocks or vectors
     */
    protected void printTargetStatement(Statement statement) {
        throw new IllegalStateException("a target without groups and vectors has no " + statement);
    }

    /**
     * Returns the declaration of a variable, without its value.
     *
     * @param variable the variable
     * @param isMutable true if the variable is assigned to later
     * @return its type and name
     */
    protected abstract String declaration(Variable variable, boolean isMutable);

    /**
     * Returns a comment with the source position of an expression.
     *
     * @param declaration the declaration
     * @return a comment after a space, or an empty string
     */
    protected String comment(Statement.Declare declaration) {
        return "";
    }

    /**
     * Returns a store statement.
     *
     * @param store the store
     * @return the statement without a semicolon
     */
    protected abstract String store(Statement.Store store);

    /**
     * Returns an expression.
     *
     * @param expression the expression
     * @return its source code without enclosing parentheses
     */
    protected final String text(Expression expression) {
        if (expression instanceof Variable variable) {
            return name(variable);
        }
        if (expression instanceof IntConstant number) {
            return Long.toString(number.value());
        }
        if (expression instanceof Size size) {
            return dim(size.dim());
        }
        if (expression instanceof Binary binary) {
            Operator operator = binary.operator();
            // Parenthesizes sums within bit operations, for readability.
            boolean isBits = operator == Operator.BITS_AND || operator == Operator.BITS_OR;
            int left = isBits ? MAX_PRECEDENCE : operator.precedence();
            int right = isBits ? MAX_PRECEDENCE : operator.precedence() + 1;
            return operand(binary.left(), left) + " " + operator.symbol() + " " + operand(binary.right(), right);
        }
        if (expression instanceof Select conditional) {
            return operand(conditional.condition(), CONDITIONAL + 1) + " ? "
                    + operand(conditional.then(), CONDITIONAL + 1) + " : "
                    + operand(conditional.otherwise(), CONDITIONAL);
        }
        return targetExpression(expression);
    }

    /**
     * Returns the identifier of a variable where it is read.
     *
     * @param variable the variable
     * @return its identifier
     */
    protected String name(Variable variable) {
        return variable.name();
    }

    /**
     * Returns an operand.
     *
     * @param expression the operand
     * @param precedence precedence of the enclosing operator
     * @return its source code, in parentheses if it binds less tightly
     */
    protected final String operand(Expression expression, int precedence) {
        return precedence(expression) < precedence ? "(" + text(expression) + ")" : text(expression);
    }

    /**
     * Returns a factor.
     *
     * @param expression the factor
     * @return its source code, in parentheses if its operator binds less tightly
     */
    protected final String factor(Expression expression) {
        return operand(expression, Operator.MULTIPLY.precedence());
    }

    /**
     * Returns an operand of any operator.
     *
     * @param expression the operand
     * @return its source code, in parentheses unless it is atomic
     */
    protected final String atom(Expression expression) {
        return operand(expression, MAX_PRECEDENCE);
    }

    private int precedence(Expression expression) {
        if (expression instanceof Binary binary) {
            return binary.operator().precedence();
        }
        if (expression instanceof Select) {
            return CONDITIONAL;
        }
        boolean isAddress = expression instanceof Expression.Offset || expression instanceof Expression.PointerCast;
        boolean isScalar = expression instanceof Expression.ScalarExpr;
        return isAddress || isScalar && !isAtomic((Expression.ScalarExpr) expression) ? MIN_PRECEDENCE : MAX_PRECEDENCE;
    }

    /**
     * Returns true if a value needs no parentheses.
     *
     * @param scalar a value
     * @return false if its source code has an operator
     */
    protected abstract boolean isAtomic(Expression.ScalarExpr scalar);

    /**
     * Returns an expression whose syntax depends on the target.
     *
     * @param expression an address, a value, a call or a built-in value
     * @return its source code
     */
    protected abstract String targetExpression(Expression expression);

    /**
     * Returns a size as a factor.
     *
     * @param dim the size
     * @return its source code
     */
    protected final String dim(Dim dim) {
        String text = dim.print(dims);
        return dim instanceof DimExpression ? "(" + text + ")" : text;
    }

    /**
     * Returns a list of expressions, separated by commas.
     *
     * @param expressions the expressions
     * @return their source code
     */
    protected final String list(List<Expression> expressions) {
        return expressions.stream().map(this::text).collect(Collectors.joining(", "));
    }

    /**
     * Returns the pointer type of an address.
     *
     * @param address an address of elements
     * @return its type
     */
    protected static Type.PointerType pointee(Expression.Address address) {
        return (Type.PointerType) address.type();
    }
}
