package io.graphkernel.processor.emit;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Number;
import io.graphkernel.processor.lower.code.Expression.Size;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import java.util.List;
import java.util.stream.Collectors;

/** Prints functions of the loop language: what languages with C's statements and operators write alike. */
public abstract class FunctionPrinter {

    /** Binds more loosely than every operator. */
    private static final int LOOSEST = 0;

    private static final int CONDITIONAL = 1;
    private static final int TIGHTEST = 20;

    /** Where to. */
    protected final CodeWriter code;

    private final DimSyntax dims;

    /**
     * A printer.
     *
     * @param code where to
     * @param dims how sizes are written
     */
    protected FunctionPrinter(CodeWriter code, DimSyntax dims) {
        this.code = code;
        this.dims = dims;
    }

    /**
     * Prints a function and an empty line.
     *
     * @param function what is printed
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
     * @param statements in order
     */
    protected final void print(List<Statement> statements) {
        statements.forEach(this::print);
    }

    /**
     * Prints a statement.
     *
     * @param statement any one that the target has
     */
    protected void print(Statement statement) {
        if (statement instanceof Statement.Let let) {
            String declared = declaration(let.variable(), let.assigned());
            code.line("%s = %s;%s", declared, text(let.value()), comment(let));
        } else if (statement instanceof Statement.Assign assign) {
            print(assign);
        } else if (statement instanceof Statement.Store store) {
            code.line("%s;", store(store));
        } else if (statement instanceof Statement.Loop loop) {
            print(loop);
        } else if (statement instanceof Statement.If choice) {
            code.open("if (%s)", text(choice.condition()));
            print(choice.then());
            if (!choice.otherwise().isEmpty()) {
                code.otherwise();
                print(choice.otherwise());
            }
            code.close();
        } else if (statement instanceof Statement.Block block) {
            code.block();
            print(block.body());
            code.close();
        } else if (statement instanceof Statement.Effect effect) {
            code.line("%s;", text(effect.call()));
        } else {
            printOther(statement);
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
        printHint(loop);
        String index = loop.index().name();
        String step = loop.step().equals(new Number(1)) ? "++" + index : index + " += " + text(loop.step());
        String type = declaration(loop.index(), true);
        String to = operand(loop.to(), Operator.LESS.precedence() + 1);
        code.open("for (%s = %s; %s < %s; %s)", type, text(loop.from()), index, to, step);
        print(loop.body());
        code.close();
    }

    /**
     * Prints what a compiler is told of a loop, before it.
     *
     * @param loop the loop
     */
    protected void printHint(Statement.Loop loop) {}

    /**
     * Prints a statement that not all of these languages have.
     *
     * @param statement what only groups or only vectors have
     */
    protected void printOther(Statement statement) {
        throw new IllegalStateException("a target without groups and vectors has no " + statement);
    }

    /**
     * What comes before the value of a variable.
     *
     * @param variable what is declared
     * @param assigned whether it is assigned to later
     * @return its type and name
     */
    protected abstract String declaration(Variable variable, boolean assigned);

    /**
     * What is said of where an expression is in the Java file.
     *
     * @param let a declaration
     * @return a comment with a blank before it, or empty
     */
    protected String comment(Statement.Let let) {
        return "";
    }

    /**
     * How a value is stored.
     *
     * @param store what is stored
     * @return a statement without its end
     */
    protected abstract String store(Statement.Store store);

    /**
     * An expression.
     *
     * @param expression what is printed
     * @return its text, without parentheses around it
     */
    protected final String text(Expression expression) {
        if (expression instanceof Variable variable) {
            return name(variable);
        }
        if (expression instanceof Number number) {
            return Long.toString(number.value());
        }
        if (expression instanceof Size size) {
            return dim(size.dim());
        }
        if (expression instanceof Binary binary) {
            Operator operator = binary.operator();
            // That bits bind more loosely than sums is known to few readers.
            boolean isBits = operator == Operator.BITS_AND || operator == Operator.BITS_OR;
            int left = isBits ? TIGHTEST : operator.precedence();
            int right = isBits ? TIGHTEST : operator.precedence() + 1;
            return operand(binary.left(), left) + " " + operator.symbol() + " " + operand(binary.right(), right);
        }
        if (expression instanceof Conditional conditional) {
            return operand(conditional.condition(), CONDITIONAL + 1) + " ? "
                    + operand(conditional.then(), CONDITIONAL + 1) + " : "
                    + operand(conditional.otherwise(), CONDITIONAL);
        }
        return other(expression);
    }

    /**
     * What a variable is called where it is read.
     *
     * @param variable the variable
     * @return its name
     */
    protected String name(Variable variable) {
        return variable.name();
    }

    /**
     * An operand.
     *
     * @param expression what is printed
     * @param precedence of the operator around it
     * @return its text, in parentheses where it binds more loosely
     */
    protected final String operand(Expression expression, int precedence) {
        return precedence(expression) < precedence ? "(" + text(expression) + ")" : text(expression);
    }

    /**
     * An expression as a factor.
     *
     * @param expression what is printed
     * @return its text, in parentheses where it has an operator that binds more loosely
     */
    protected final String factor(Expression expression) {
        return operand(expression, Operator.MULTIPLY.precedence());
    }

    /**
     * An expression next to which there may be any operator.
     *
     * @param expression what is printed
     * @return its text, in parentheses where it is not a single thing
     */
    protected final String atom(Expression expression) {
        return operand(expression, TIGHTEST);
    }

    private int precedence(Expression expression) {
        if (expression instanceof Binary binary) {
            return binary.operator().precedence();
        }
        if (expression instanceof Conditional) {
            return CONDITIONAL;
        }
        boolean isAddress = expression instanceof Expression.Offset || expression instanceof Expression.Recast;
        boolean isScalar = expression instanceof Expression.Scalar;
        return isAddress || isScalar && !isSingle((Expression.Scalar) expression) ? LOOSEST : TIGHTEST;
    }

    /**
     * Whether a value's text needs no parentheses around it.
     *
     * @param scalar a value
     * @return false if there is an operator in it
     */
    protected abstract boolean isSingle(Expression.Scalar scalar);

    /**
     * An expression that languages write differently.
     *
     * @param expression an address, a value, a call or a built-in number
     * @return its text
     */
    protected abstract String other(Expression expression);

    /**
     * A size as a factor.
     *
     * @param dim the size
     * @return its text
     */
    protected final String dim(Dim dim) {
        String text = dim.print(dims);
        return dim instanceof DimExpression ? "(" + text + ")" : text;
    }

    /**
     * Expressions side by side.
     *
     * @param expressions some
     * @return their text, with commas
     */
    protected final String list(List<Expression> expressions) {
        return expressions.stream().map(this::text).collect(Collectors.joining(", "));
    }

    /**
     * What is stored at an address.
     *
     * @param address where elements lie
     * @return how
     */
    protected static Type.Pointer pointee(Expression.Address address) {
        return (Type.Pointer) address.type();
    }
}
