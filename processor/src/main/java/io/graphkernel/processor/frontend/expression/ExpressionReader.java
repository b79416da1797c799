package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.UnusedValueCheck;
import io.graphkernel.processor.frontend.element.ConstantArrays;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.element.ValueSelection;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.Lambda;
import io.graphkernel.processor.frontend.javac.MethodBodies;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Reader of expressions, whose only effect is to add ops to the graph. */
public final class ExpressionReader {

    /** Maximum nesting depth of expressions, below that at which javac itself overflows its stack. */
    private static final int MAX_DEPTH = 200;

    private final Javac javac;
    private final VariableScope scope;
    private final KernelCalls kernels;
    private final MethodBodies bodies;
    private final IntegerDivisionCheck remainders;
    private final BodyGraph graph;
    private final CallReader calls;
    private final ArrayReader arrays;
    private final StepArrays stepArrays;
    private final ConstantArrays constantArrays;
    private final RecordReader records;
    private final ArithmeticReader arithmetic;
    private final ScalarReader scalars;
    private final ValueConversion conversion;
    private final VariableReader variables;
    private final AssignmentReader assignments;
    private final SwitchReader switches;
    private final UnusedValueCheck unused;
    private final TensorNumbers tensorNumbers;
    private final ValueSelection selection;
    private final BranchReader branches;
    private boolean inLoopCondition;
    private int depth;
    private int conditional;

    public ExpressionReader(
            Javac javac,
            VariableScope scope,
            BodyGraph graph,
            KernelCalls kernels,
            MethodBodies bodies,
            UnusedValueCheck unused,
            IntegerDivisionCheck remainders) {
        this.javac = javac;
        this.scope = scope;
        this.kernels = kernels;
        this.bodies = bodies;
        this.remainders = remainders;
        this.graph = graph;
        this.unused = unused;
        this.conversion = new ValueConversion(javac, graph, this);
        this.calls = new CallReader(
                javac,
                scope,
                graph,
                kernels,
                new HelperCalls(javac, scope, this, conversion, bodies),
                this,
                remainders);
        this.arrays = new ArrayReader(javac, this);
        this.variables = new VariableReader(javac, scope, this, arrays, unused);
        this.assignments = new AssignmentReader(javac, scope, graph, this, arrays, unused);
        this.switches = new SwitchReader(this);
        this.records = new RecordReader(javac, scope, this);
        this.arithmetic = new ArithmeticReader(javac, this, remainders);
        this.scalars = new ScalarReader(javac, this);
        this.tensorNumbers = new TensorNumbers(javac, graph, new NumberReader(javac, graph, remainders));
        this.constantArrays =
                new ConstantArrays(javac, graph, tensorNumbers, (type, expression) -> readAs(type, expression, ""));
        this.stepArrays = new StepArrays(javac, scope, graph, this);
        this.selection = new ValueSelection(javac, graph, tensorNumbers);
        this.branches = new BranchReader(context());
    }

    /**
     * Reads an expression.
     *
     * @param path the expression
     * @param label name of the variable that will hold the value, or empty
     * @return its value
     * @throws RejectedTreeException if it has no value; the reason has been reported
     */
    SymbolicValue read(TreePath path, String label) throws RejectedTreeException {
        if (depth == MAX_DEPTH) {
            throw javac.reject(
                    path,
                    Diagnostic.NESTED_TOO_DEEPLY,
                    "what is around '" + Javac.text(path.getLeaf()) + "'",
                    MAX_DEPTH + " of them");
        }
        depth++;
        try {
            SymbolicValue value = readUnnested(path, label);
            if (ScalarArithmetic.isTooLong(value)) {
                throw javac.reject(
                        path,
                        Diagnostic.FORMULA_TOO_LONG,
                        "the number '" + Javac.text(path.getLeaf()) + "'",
                        ScalarArithmetic.MAX_FORMULA);
            }
            return value;
        } catch (ArithmeticException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        } finally {
            depth--;
        }
    }

    private SymbolicValue readUnnested(TreePath path, String label) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof ParenthesizedTree parenthesized) {
            return read(child(path, parenthesized.getExpression()), label);
        }
        if (tree instanceof MethodInvocationTree call) {
            return calls.read(path, call, label);
        }
        if (tree instanceof IdentifierTree || tree instanceof MemberSelectTree) {
            return variables.variable(path);
        }
        if (tree instanceof LiteralTree literal) {
            return variables.literal(path, literal);
        }
        if (tree instanceof BinaryTree binary) {
            return arithmetic.binary(path, binary);
        }
        if (AssignmentReader.isAssignment(tree)) {
            if (conditional > 0) {
                throw unsupported(path);
            }
            return assignments.read(path);
        }
        if (tree instanceof UnaryTree unary) {
            return arithmetic.unary(path, unary);
        }
        if (tree instanceof ConditionalExpressionTree conditional) {
            return arithmetic.conditional(path, conditional, label);
        }
        if (tree instanceof SwitchExpressionTree choice) {
            Map<Element, TreePath> assigned = conditional > 0 ? AssignedVariables.of(javac, path) : Map.of();
            if (!assigned.isEmpty()) {
                throw unsupported(assigned.values().iterator().next());
            }
            return BodyReader.ofSwitch(context(), javac.type(path)).readSwitch(path, choice);
        }
        if (tree instanceof TypeCastTree cast) {
            return arithmetic.cast(path, cast);
        }
        if (tree instanceof NewClassTree creation) {
            Optional<SymbolicValue> list = new NewListReader(javac, this).created(path, creation);
            return list.isPresent() ? list.get() : records.created(path, creation);
        }
        if (tree instanceof NewArrayTree array) {
            Optional<SymbolicValue> filledByLoop = stepArrays.created(path, array);
            return filledByLoop.isPresent() ? filledByLoop.get() : arrays.created(path, array);
        }
        if (tree instanceof ArrayAccessTree access) {
            return arrays.element(path, access);
        }
        throw unsupported(path);
    }

    /** Returns a reader of the expressions in the body of a loop, which add ops to a graph of its own. */
    ExpressionReader inLoop(VariableScope values, BodyGraph body) {
        return new ExpressionReader(javac, values, body, kernels, bodies, unused, remainders);
    }

    private BodyContext context() {
        return new BodyContext(javac, scope, graph, this, unused);
    }

    /** Returns the arithmetic on numbers that depend on elements. */
    TensorNumbers tensorNumbers() {
        return tensorNumbers;
    }

    /** Returns the selection of values by conditions that are known only when the kernels run. */
    ValueSelection selection() {
        return selection;
    }

    /** Returns the reader of branches on conditions that are known only when the kernels run. */
    BranchReader branches() {
        return branches;
    }

    /** Returns the reader of arrays that loops fill. */
    StepArrays stepArrays() {
        return stepArrays;
    }

    /**
     * Reads the body of a lambda.
     *
     * @param type result type, or no type for {@code void}
     * @param arguments values of its parameters
     * @return its value
     * @throws RejectedTreeException if it has no value; the reason has been reported
     */
    SymbolicValue readLambda(Lambda lambda, TypeMirror type, List<? extends SymbolicValue> arguments)
            throws RejectedTreeException {
        for (int i = 0; i < arguments.size(); i++) {
            scope.bind(lambda.parameters().get(i), arguments.get(i));
        }
        return new BodyReader(context(), type).read(lambda.body());
    }

    /**
     * Reads the body of a helper.
     *
     * @param method the method
     * @param body its block
     * @param object record or enum constant whose method it is; null for a static one
     * @param arguments values of its parameters
     * @return its value
     * @throws RejectedTreeException if it has no value; the reason has been reported
     */
    SymbolicValue readMethod(
            ExecutableElement method, TreePath body, SymbolicValue object, List<SymbolicValue> arguments)
            throws RejectedTreeException {
        Element receiver = method.getEnclosingElement();
        SymbolicValue outer = scope.find(receiver).orElse(null);
        scope.enter(receiver, object);
        for (int i = 0; i < arguments.size(); i++) {
            scope.bind(method.getParameters().get(i), arguments.get(i));
        }
        unused.inlined(body);
        boolean wasInLoopCondition = inLoopCondition;
        int wasConditional = conditional;
        inLoopCondition = false;
        // Variables of a helper are its own.
        conditional = 0;
        try {
            return new BodyReader(context(), method.getReturnType()).read(body);
        } finally {
            inLoopCondition = wasInLoopCondition;
            conditional = wasConditional;
            scope.enter(receiver, outer);
        }
    }

    /** Returns the conversion of values to declared types. */
    ValueConversion conversion() {
        return conversion;
    }

    /** Returns the reader of arrays and lists. */
    ArrayReader arrays() {
        return arrays;
    }

    /** Returns the reader of constant arrays. */
    ConstantArrays constantArrays() {
        return constantArrays;
    }

    /** Returns the reader of assignments. */
    AssignmentReader assignments() {
        return assignments;
    }

    /** Returns the reader of the cases of a {@code switch}. */
    SwitchReader switches() {
        return switches;
    }

    /** Reads an expression and converts it to the type of a variable or result. */
    SymbolicValue readAs(TypeMirror type, TreePath path, String label) throws RejectedTreeException {
        return conversion.convert(type, path, read(path, label));
    }

    /** Reads an expression that Java evaluates only if a runtime condition holds, so that it may not assign. */
    SymbolicValue readConditional(TreePath path, String label) throws RejectedTreeException {
        int effects = arrays.changeCount() + graph.updateCount();
        conditional++;
        try {
            SymbolicValue value = read(path, label);
            if (arrays.changeCount() + graph.updateCount() > effects) {
                throw unsupported(path);
            }
            return value;
        } finally {
            conditional--;
        }
    }

    /** Records that only the shape of a tensor is read. */
    void readShape(TreePath tensor) {
        unused.readShape(tensor.getLeaf());
    }

    /** Aborts the reading, without a message, if a variable was rejected. */
    void requireKnown(VariableElement variable) throws RejectedTreeException {
        scope.find(variable);
    }

    /**
     * Reads a condition that determines the trip count of a loop.
     *
     * @param path a boolean expression
     * @return its value
     * @throws RejectedTreeException if it is not a constant
     */
    boolean readLoopCondition(TreePath path) throws RejectedTreeException {
        inLoopCondition = true;
        try {
            return scalars.readConstantCondition(path);
        } finally {
            inLoopCondition = false;
        }
    }

    /** Returns true if the expression being read determines the trip count of a loop. */
    boolean isInLoopCondition() {
        return inLoopCondition;
    }

    /** Returns the arithmetic on numbers and sizes. */
    ArithmeticReader arithmetic() {
        return arithmetic;
    }

    /** Returns the reader of numbers and conditions. */
    ScalarReader scalars() {
        return scalars;
    }

    /** Reports an expression outside the supported subset. */
    RejectedTreeException unsupported(TreePath path) {
        UnsupportedConstructs construct = UnsupportedConstructs.of(path);
        return javac.reject(path, Diagnostic.UNSUPPORTED_EXPRESSION, construct.name(), construct.advice());
    }
}
