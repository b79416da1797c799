package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.annotations.GraphOp;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;

/**
 * Reader of counted loops that remain loops: those whose number of iterations is known only at the call, or is large.
 */
final class LoopReader {

    private static final int MAX_UNROLLED = ReferenceModel.DEFAULT.loops().maxUnrolledIterations();

    private final BodyContext context;
    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;
    private final BodyReader statements;
    private final LoopHeaders headers;

    LoopReader(BodyContext context, BodyReader statements) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.expressions = context.expressions();
        this.statements = statements;
        this.headers = new LoopHeaders(javac, expressions);
    }

    /**
     * Reads a loop unless it is unrolled.
     *
     * @return false if the loop is to be unrolled
     * @throws RejectedTreeException if the body cannot be compiled once for all iterations
     */
    boolean read(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        if (loop.getCondition() == null) {
            return false;
        }
        Optional<LoopHeaders.Header> found = headers.find(path, loop, List.of(child(path, loop.getCondition())));
        Optional<LoopHeaders.Bound> bound = found.isPresent() ? headers.bound(path, found.get()) : Optional.empty();
        if (bound.isEmpty()) {
            return false;
        }
        LoopHeaders.Header header = found.get();
        Dim trips = bound.get().trips();
        Map<Element, TreePath> assigned = AssignedVariables.of(javac, child(path, loop.getStatement()));
        long count = trips instanceof Dim.Constant constant ? constant.size() : Long.MAX_VALUE;
        boolean unrolled = count <= MAX_UNROLLED
                || count < Long.MAX_VALUE && !mayRemain(child(path, loop.getStatement()), header.variable());
        if (unrolled) {
            return false;
        }
        boolean mayUnroll = count <= BodyGraph.MAX_ITERATIONS;
        if (mayUnroll && headers.changesRange(path, header, assigned)) {
            return false;
        }
        headers.requireUnassigned(path, header, assigned);
        if (!mayUnroll) {
            expressions.branches().widen(path, assigned.keySet(), List.of(child(path, loop.getStatement())));
        }
        LoopBuilder builder = new LoopBuilder(javac, scope, context.graph(), trips, assigned, false);
        VariableScope inside =
                builder.begin(path, header.variable(), bound.get().start(), header.step());
        ExpressionReader reader = expressions.inLoop(inside, builder.body());
        TreePath statement = child(path, loop.getStatement());
        statements
                .inLoop(context.inside(inside, builder.body(), reader), builder.index(), null)
                .readIteration(List.of(statement), statement);
        builder.finish(null, reader.tensorNumbers());
        return builder.end(mayUnroll);
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
