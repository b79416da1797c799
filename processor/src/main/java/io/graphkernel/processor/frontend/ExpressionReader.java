package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DTypeValue;
import io.graphkernel.processor.frontend.Value.EnumValue;
import io.graphkernel.processor.graph.DType;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Reads expressions. An expression has no effect except the ops that it adds to the graph. */
final class ExpressionReader {

    /** Expressions inside each other: fewer than javac itself reads before its stack is full. */
    private static final int DEEPEST = 200;

    private final Javac javac;
    private final Scope scope;
    private final BodyGraph graph;
    private final CallReader calls;
    private final ArrayReader arrays;
    private final RecordReader records;
    private final ArithmeticReader arithmetic;
    private final Unused unused;
    private boolean inLoopCondition;
    private int depth;

    ExpressionReader(
            Javac javac,
            Scope scope,
            BodyGraph graph,
            KernelCalls kernels,
            Unused unused,
            DroppedRemainders remainders) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.unused = unused;
        this.calls = new CallReader(javac, graph, kernels, this, remainders);
        this.arrays = new ArrayReader(javac, this);
        this.records = new RecordReader(javac, this);
        this.arithmetic = new ArithmeticReader(javac, this, remainders);
    }

    /**
     * Reads an expression.
     *
     * @param path the expression
     * @param label the variable that will hold its value, or empty
     * @return its value
     * @throws Rejected if it has none; the reason has been reported
     */
    Value read(TreePath path, String label) throws Rejected {
        if (depth == DEEPEST) {
            throw javac.reject(
                    path,
                    Diagnostic.NESTED_TOO_DEEPLY,
                    "what is around '" + Javac.text(path.getLeaf()) + "'",
                    DEEPEST + " of them");
        }
        depth++;
        try {
            Value value = readUnnested(path, label);
            if (Scalars.isTooLong(value)) {
                throw javac.reject(
                        path,
                        Diagnostic.FORMULA_TOO_LONG,
                        "the number '" + Javac.text(path.getLeaf()) + "'",
                        Scalars.LONGEST_FORMULA);
            }
            return value;
        } catch (ArithmeticException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        } finally {
            depth--;
        }
    }

    private Value readUnnested(TreePath path, String label) throws Rejected {
        Tree tree = path.getLeaf();
        if (tree instanceof ParenthesizedTree parenthesized) {
            return read(child(path, parenthesized.getExpression()), label);
        }
        if (tree instanceof MethodInvocationTree call) {
            return calls.read(path, call, label);
        }
        if (tree instanceof IdentifierTree || tree instanceof MemberSelectTree) {
            return variable(path);
        }
        if (tree instanceof LiteralTree literal) {
            return literal(path, literal);
        }
        if (tree instanceof BinaryTree binary) {
            return arithmetic.binary(path, binary);
        }
        if (tree instanceof UnaryTree unary) {
            return arithmetic.unary(path, unary);
        }
        if (tree instanceof ConditionalExpressionTree conditional) {
            return arithmetic.conditional(path, conditional, label);
        }
        if (tree instanceof TypeCastTree cast) {
            return arithmetic.cast(path, cast);
        }
        if (tree instanceof NewClassTree creation) {
            return records.created(path, creation);
        }
        if (tree instanceof NewArrayTree array) {
            return arrays.created(path, array);
        }
        if (tree instanceof ArrayAccessTree access) {
            return arrays.element(path, access);
        }
        throw unsupported(path);
    }

    /**
     * Reads the body of a lambda.
     *
     * @param type what it gives; no type if it gives nothing
     * @param arguments the values of its parameters
     * @return its value
     * @throws Rejected if it has none; the reason has been reported
     */
    Value readLambda(Lambda lambda, TypeMirror type, List<? extends Value> arguments) throws Rejected {
        for (int i = 0; i < arguments.size(); i++) {
            scope.bind(lambda.parameters().get(i), arguments.get(i));
        }
        return new BodyReader(javac, type, scope, graph, this, unused).read(lambda.body());
    }

    /**
     * Reads a number or boolean.
     *
     * @param path the expression
     * @return a constant or a run-time scalar
     * @throws Rejected if it is something else
     */
    Value readScalar(TreePath path) throws Rejected {
        Value value = readNumber(path);
        if (DimArithmetic.isDim(value)) {
            throw sizeOutOfPlace(path);
        }
        return value;
    }

    /**
     * Reads a number, boolean or size.
     *
     * @param path the expression
     * @return a constant, a run-time scalar or a dim
     * @throws Rejected if it is something else
     */
    Value readNumber(TreePath path) throws Rejected {
        Value value = read(path, "");
        if (!Scalars.isScalar(value) && !DimArithmetic.isDim(value)) {
            throw unsupported(path);
        }
        return value;
    }

    /** Reports a size where only numbers of the call are allowed. */
    Rejected sizeOutOfPlace(TreePath path) {
        return javac.reject(path, Diagnostic.SIZE_OUT_OF_PLACE, Javac.text(path.getLeaf()));
    }

    /** Notes that of a tensor its shape alone was asked for. */
    void readShape(TreePath tensor) {
        unused.readShape(tensor.getLeaf());
    }

    /** Ends the reading, without a message, if a variable was refused. */
    void requireKnown(VariableElement variable) throws Rejected {
        scope.find(variable);
    }

    /** The values of several expressions as an array. */
    ArrayValue elements(TreePath parent, List<? extends ExpressionTree> trees) throws Rejected {
        return arrays.elements(parent, trees);
    }

    /** A call of a list, see {@link ArrayReader#ofList}. */
    Optional<Value> ofList(TreePath path, MethodInvocationTree call, ExecutableElement method) throws Rejected {
        return arrays.ofList(path, call, method.getSimpleName().toString());
    }

    /**
     * Reads a condition that decides which ops run.
     *
     * @param path a boolean expression
     * @return its value
     * @throws Rejected if it is not a constant
     */
    boolean readCondition(TreePath path) throws Rejected {
        if (read(path, "") instanceof ConstantValue constant && constant.value() instanceof Boolean value) {
            return value;
        }
        Tree condition = withoutParentheses(path.getLeaf());
        throw inLoopCondition
                ? javac.reject(path, Diagnostic.NON_CONSTANT_LOOP, Javac.text(condition))
                : javac.reject(
                        path, Diagnostic.NON_CONSTANT_CONDITION, Javac.text(condition), NumberChoice.recipe(condition));
    }

    /**
     * Reads a condition that decides how often a loop runs.
     *
     * @param path a boolean expression
     * @return its value
     * @throws Rejected if it is not a constant
     */
    boolean readLoopCondition(TreePath path) throws Rejected {
        inLoopCondition = true;
        try {
            return readCondition(path);
        } finally {
            inLoopCondition = false;
        }
    }

    /** Whether what is read now decides how often a loop runs. */
    boolean isInLoopCondition() {
        return inLoopCondition;
    }

    /** Combines two numbers, see {@link ArithmeticReader#combine}. */
    Value combine(TreePath path, Tree.Kind operator, Value left, Value right) throws Rejected {
        return arithmetic.combine(path, operator, left, right);
    }

    /** A value that was made of another one. */
    Value derived(Value result, Value source) {
        return arithmetic.derived(result, source);
    }

    /** Reports an expression that is not part of the subset. */
    Rejected unsupported(TreePath path) {
        Unsupported construct = Unsupported.of(path.getLeaf());
        return javac.reject(path, Diagnostic.UNSUPPORTED_EXPRESSION, construct.name(), construct.advice());
    }

    private static Tree withoutParentheses(Tree tree) {
        return tree instanceof ParenthesizedTree parenthesized
                ? withoutParentheses(parenthesized.getExpression())
                : tree;
    }

    private Value literal(TreePath path, LiteralTree literal) throws Rejected {
        if (literal.getValue() == null || literal.getValue() instanceof String) {
            throw unsupported(path);
        }
        return new ConstantValue(literal.getValue());
    }

    private Value variable(TreePath path) throws Rejected {
        Element element = javac.element(path);
        if (path.getLeaf() instanceof MemberSelectTree select) {
            Optional<Value> length = arrays.length(path, select);
            if (length.isPresent()) {
                return length.get();
            }
        }
        Optional<Value> local = scope.find(element);
        if (local.isPresent()) {
            unused.read(path.getLeaf());
            return local.get();
        }
        if (element instanceof VariableElement field) {
            if (field.getConstantValue() != null && !(field.getConstantValue() instanceof String)) {
                return new ConstantValue(field.getConstantValue());
            }
            switch (field.getKind()) {
                case ENUM_CONSTANT:
                    if (javac.isClass(field.asType(), Names.DTYPE)) {
                        return new DTypeValue(
                                DType.valueOf(field.getSimpleName().toString()));
                    }
                    return new EnumValue(field.getSimpleName().toString());
                case FIELD:
                    throw javac.reject(path, Diagnostic.NOT_A_CONSTANT, field.getSimpleName());
                default:
                    // A local variable without a value: javac says that it may not have been initialized.
                    throw new Rejected();
            }
        }
        throw unsupported(path);
    }
}
