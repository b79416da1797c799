package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.annotations.GraphOp;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.flow.CountedLoop;
import io.graphkernel.processor.frontend.flow.JumpScope;
import io.graphkernel.processor.frontend.flow.LoopCounter;
import io.graphkernel.processor.frontend.flow.LoopStructure;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final LoopCounters counters;

    LoopReader(BodyContext context, BodyReader statements, LoopCounters counters) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.expressions = context.expressions();
        this.statements = statements;
        this.counters = counters;
    }

    /**
     * Reads a loop unless it is unrolled.
     *
     * @param counted the loop
     * @return false if the loop is to be unrolled
     * @throws RejectedTreeException if the body cannot be compiled once for all iterations
     */
    boolean read(CountedLoop counted) throws RejectedTreeException {
        LoopStructure loop = counted.loop();
        if (counted.counter().isEmpty()
                || !loop.allTests().isEmpty()
                || !loop.updates().isEmpty()) {
            return false;
        }
        LoopCounter counter = counted.counter().get();
        Map<Element, TreePath> assigned = counted.assigned(javac);
        long count = counter.trips() instanceof Dim.Constant constant ? constant.size() : Long.MAX_VALUE;
        boolean fillsArray = fillsArray(assigned);
        boolean unrolled =
                count <= MAX_UNROLLED || count < Long.MAX_VALUE && !fillsArray && !mayRemain(loop.body(), counter);
        if (unrolled) {
            return false;
        }
        boolean mayUnroll = count <= BodyGraph.MAX_ITERATIONS && !fillsArray;
        if (mayUnroll && counters.changesRange(counter, assigned)) {
            return false;
        }
        LoopLists extended = expressions.stepArrays().lists();
        if (mayUnroll && !extended.mayBegin(loop.body())) {
            return false;
        }
        counters.requireUnassigned(counter, assigned);
        extended.requireOwn(assigned);
        extended.sharedArrays().requireNone(loop.body());
        if (!mayUnroll) {
            expressions.branches().widen(loop.path(), assigned.keySet(), loop.body());
        }
        Map<Element, SymbolicValue> lists = extended.begin(loop.body());
        LoopBuilder builder = new LoopBuilder(javac, scope, context.graph(), counter.trips(), assigned, false);
        VariableScope inside = builder.begin(loop.path(), counter);
        ExpressionReader reader = expressions.inLoop(inside, builder.body());
        BodyContext iteration = context.inside(inside, builder.body(), reader);
        LoopOverElements.begin(iteration, counted);
        JumpScope jumps = statements.jumps().unrolled(loop.path());
        statements.inLoop(iteration, builder.index(), jumps).readIteration(loop.body(), loop.statement());
        Map<Element, Set<String>> changed = builder.changedNumbers();
        if (!changed.isEmpty()) {
            lists.forEach(scope::bind);
            if (mayUnroll) {
                return false;
            }
            expressions.branches().widenNumbers(loop.path(), changed);
            return read(counted);
        }
        builder.finish(null, reader.tensorNumbers());
        boolean isAdded = builder.end(mayUnroll);
        if (!isAdded) {
            lists.forEach(scope::bind);
        }
        if (isAdded && counter.isOuter()) {
            scope.bind(counter.variable(), counter.value(counter.trips()));
        }
        return isAdded;
    }

    /** Returns true if a loop assigns elements of an array that has its elements from one loop. */
    private boolean fillsArray(Map<Element, TreePath> assigned) throws RejectedTreeException {
        for (Element variable : assigned.keySet()) {
            if (scope.find(variable).orElse(null) instanceof StepArray) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a loop with a constant number of iterations may remain one: its body reads no element of an
     * array of known length, which needs a constant index, only tensors of declared shapes, and passes its index to ops
     * only.
     */
    private boolean mayRemain(List<TreePath> body, LoopCounter counter) throws RejectedTreeException {
        boolean[] indexed = new boolean[1];
        RejectedTreeException[] rejected = new RejectedTreeException[1];
        TreePathScanner<Void, Void> scanner = new TreePathScanner<>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                try {
                    Element element = javac.element(getCurrentPath());
                    indexed[0] |= counter.variable().equals(element) && !isArgument(getCurrentPath(), counter);
                    Optional<SymbolicValue> value = scope.find(element);
                    indexed[0] |= value.filter(LoopReader::isIndexed).isPresent();
                } catch (RejectedTreeException e) {
                    rejected[0] = e;
                }
                return null;
            }
        };
        body.forEach(statement -> scanner.scan(statement, null));
        if (rejected[0] != null) {
            throw rejected[0];
        }
        return !indexed[0];
    }

    /** Returns true if the index is an argument of an op, selects the element of a filled array, or is updated. */
    private boolean isArgument(TreePath index, LoopCounter counter) {
        TreePath parent = index.getParentPath();
        return parent.getLeaf() instanceof ArrayAccessTree
                || isUpdate(index, counter)
                || parent.getLeaf() instanceof MethodInvocationTree call
                        && javac.element(child(parent, call.getMethodSelect())).getAnnotation(GraphOp.class) != null;
    }

    private static boolean isUpdate(TreePath index, LoopCounter counter) {
        for (TreePath path = index; path != null; path = path.getParentPath()) {
            if (path.getLeaf() == counter.update().getLeaf()) {
                return true;
            }
        }
        return false;
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
