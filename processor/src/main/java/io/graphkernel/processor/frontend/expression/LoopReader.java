package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.annotations.GraphOp;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/**
 * Reader of counted loops that remain loops: those whose number of iterations is known only at the call, or is large.
 */
final class LoopReader {

    private static final int MAX_UNROLLED = ReferenceModel.DEFAULT.loops().maxUnrolledIterations();

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final BodyReader statements;

    LoopReader(Javac javac, VariableScope scope, BodyGraph graph, ExpressionReader expressions, BodyReader statements) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.statements = statements;
    }

    /**
     * The header of {@code for (int i = start; i < bound; i += step)}, or of a loop that counts down.
     *
     * @param step difference of the variable between two iterations, not 0
     */
    private record Header(Element variable, ExpressionTree start, BinaryTree condition, long step) {

        /** Returns the number of iterations. */
        Dim trips(Dim first, Dim bound) {
            boolean inclusive = condition.getKind() == Tree.Kind.LESS_THAN_EQUAL
                    || condition.getKind() == Tree.Kind.GREATER_THAN_EQUAL;
            Dim distance = step > 0 ? bound.minus(first) : first.minus(bound);
            Dim count = inclusive ? distance.plus(Dim.ONE) : distance;
            long stride = Math.abs(step);
            Dim steps = stride == 1 ? count : count.plus(Dim.of(stride - 1)).floorDiv(Dim.of(stride));
            return steps.max(Dim.ZERO);
        }
    }

    /**
     * Reads a loop unless it is unrolled.
     *
     * @return false if the loop is to be unrolled
     * @throws RejectedTreeException if the body cannot be compiled once for all iterations
     */
    boolean read(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        Optional<Header> found = header(path, loop);
        if (found.isEmpty()) {
            return false;
        }
        Header header = found.get();
        TreePath initializer = child(path, loop.getInitializer().get(0));
        TreePath condition = child(path, loop.getCondition());
        Optional<Dim> start = DimArithmetic.dim(expressions.readNumber(child(initializer, header.start())));
        Optional<Dim> bound = DimArithmetic.dim(
                expressions.readNumber(child(condition, header.condition().getRightOperand())));
        if (start.isEmpty() || bound.isEmpty()) {
            return false;
        }
        Dim trips = header.trips(start.get(), bound.get());
        Map<Element, TreePath> assigned = AssignedVariables.of(javac, child(path, loop.getStatement()));
        long count = trips instanceof Dim.Constant constant ? constant.size() : Long.MAX_VALUE;
        boolean unrolled = count <= MAX_UNROLLED
                || count < Long.MAX_VALUE && !mayRemain(child(path, loop.getStatement()), header.variable());
        if (unrolled) {
            return false;
        }
        if (assigned.containsKey(header.variable())) {
            throw javac.reject(
                    assigned.get(header.variable()),
                    Diagnostic.LOOP_NOT_COMPILED,
                    "'" + header.variable().getSimpleName() + "' is assigned in the loop that counts it",
                    "change it in the loop's header only");
        }
        LoopBuilder builder = new LoopBuilder(javac, scope, graph, trips, assigned);
        VariableScope inside = builder.begin(path, header.variable(), start.get(), header.step());
        ExpressionReader reader = expressions.inLoop(inside, builder.body());
        statements.readLoopBody(child(path, loop.getStatement()), inside, builder.body(), reader, builder.index());
        return builder.end(count <= BodyGraph.MAX_ITERATIONS);
    }

    private Optional<Header> header(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        boolean single = loop.getInitializer().size() == 1 && loop.getUpdate().size() == 1;
        if (!single
                || !(loop.getInitializer().get(0) instanceof VariableTree variable)
                || variable.getInitializer() == null
                || !(loop.getCondition() instanceof BinaryTree condition)) {
            return Optional.empty();
        }
        Element element = javac.element(child(path, variable));
        TypeKind type = element.asType().getKind();
        boolean counts = (type == TypeKind.INT || type == TypeKind.LONG)
                && isVariable(child(child(path, condition), condition.getLeftOperand()), element);
        long step = counts ? step(child(path, loop.getUpdate().get(0)), element) : 0;
        boolean approaches = switch (condition.getKind()) {
            case LESS_THAN, LESS_THAN_EQUAL -> step > 0;
            case GREATER_THAN, GREATER_THAN_EQUAL -> step < 0;
            default -> false;
        };
        return approaches
                ? Optional.of(new Header(element, variable.getInitializer(), condition, step))
                : Optional.empty();
    }

    /** Returns the constant that an update adds to the variable; 0 for other updates. */
    private long step(TreePath path, Element variable) throws RejectedTreeException {
        TreePath update = child(path, ((ExpressionStatementTree) path.getLeaf()).getExpression());
        if (update.getLeaf() instanceof UnaryTree unary && isVariable(child(update, unary.getExpression()), variable)) {
            return switch (unary.getKind()) {
                case POSTFIX_INCREMENT, PREFIX_INCREMENT -> 1;
                case POSTFIX_DECREMENT, PREFIX_DECREMENT -> -1;
                default -> 0;
            };
        }
        if (!(update.getLeaf() instanceof CompoundAssignmentTree assignment)
                || !isVariable(child(update, assignment.getVariable()), variable)
                || reads(child(update, assignment.getExpression()), variable)
                || !(expressions.readNumber(child(update, assignment.getExpression()))
                        instanceof ConstantValue constant)
                || !(constant.value() instanceof Integer || constant.value() instanceof Long)) {
            return 0;
        }
        long number = ((Number) constant.value()).longValue();
        return switch (assignment.getKind()) {
            case PLUS_ASSIGNMENT -> number;
            case MINUS_ASSIGNMENT -> -number;
            default -> 0;
        };
    }

    private boolean reads(TreePath expression, Element variable) {
        boolean[] found = new boolean[1];
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                found[0] |= isVariable(getCurrentPath(), variable);
                return null;
            }
        }.scan(expression, null);
        return found[0];
    }

    private boolean isVariable(TreePath path, Element variable) {
        return path.getLeaf() instanceof IdentifierTree && variable.equals(javac.element(path));
    }

    /**
     * Returns true if a loop with a constant number of iterations may remain one: its body reads no element of an
     * array of known length, which needs a constant index, only tensors of declared shapes, and passes its index to ops
     * only.
     */
    private boolean mayRemain(TreePath statement, Element index) throws RejectedTreeException {
        boolean[] indexed = new boolean[1];
        RejectedTreeException[] rejected = new RejectedTreeException[1];
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                try {
                    Element element = javac.element(getCurrentPath());
                    indexed[0] |= index.equals(element) && !isArgument(getCurrentPath());
                    Optional<SymbolicValue> value = scope.find(element);
                    indexed[0] |= value.filter(LoopReader::isIndexed).isPresent();
                } catch (RejectedTreeException e) {
                    rejected[0] = e;
                }
                return null;
            }
        }.scan(statement, null);
        if (rejected[0] != null) {
            throw rejected[0];
        }
        return !indexed[0];
    }

    /** Returns true if the index is an argument of an op, or selects the element of a filled array. */
    private boolean isArgument(TreePath index) {
        TreePath parent = index.getParentPath();
        return parent.getLeaf() instanceof ArrayAccessTree
                || parent.getLeaf() instanceof MethodInvocationTree call
                        && javac.element(child(parent, call.getMethodSelect())).getAnnotation(GraphOp.class) != null;
    }

    private static boolean isIndexed(SymbolicValue value) {
        boolean unranked = value.leaves().values().stream()
                .anyMatch(leaf -> leaf instanceof TensorValue tensor
                        && tensor.node().shape().isUnranked());
        return unranked
                || value instanceof ArrayValue array
                        && array.elements().stream()
                                .anyMatch(element ->
                                        !(element instanceof ConstantValue) && !(element instanceof DimValue));
    }
}
