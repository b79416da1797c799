package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.flow.LoopJumps;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/**
 * Reader of loops that end by a condition which is known only when the kernels run: {@code while}, {@code do}, and {@code
 * for} with more than a counter, and those that branches of the body end.
 */
final class ConditionalLoopReader {

    private static final String INDEX = "iteration";
    private static final int MAX_UNROLLED = ReferenceModel.DEFAULT.loops().maxUnrolledIterations();

    private final BodyContext context;
    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;
    private final BodyReader statements;
    private final LoopHeaders headers;

    ConditionalLoopReader(BodyContext context, BodyReader statements) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.expressions = context.expressions();
        this.statements = statements;
        this.headers = new LoopHeaders(javac, expressions);
    }

    /**
     * The statements and conditions of a loop.
     *
     * @param counter header that counts iterations; empty without a bound
     * @param conditions conditions under which the loop continues, tested before an iteration
     * @param breaks conditions under which it ends, tested before an iteration
     * @param body statements of an iteration
     * @param lastBreaks conditions under which it ends, tested after an iteration without updates of its header
     * @param isTestedFirst false for {@code do}
     */
    private record Structure(
            Optional<LoopHeaders.Header> counter,
            List<TreePath> conditions,
            List<TreePath> breaks,
            List<TreePath> body,
            List<TreePath> lastBreaks,
            boolean isTestedFirst) {

        List<TreePath> tests() {
            List<TreePath> tests = new ArrayList<>(conditions);
            tests.addAll(breaks);
            tests.addAll(lastBreaks);
            tests.addAll(LoopJumps.conditions(body));
            return tests;
        }
    }

    /**
     * Reads a loop if a condition ends it that is known only when the kernels run.
     *
     * @param path a {@code for}, {@code while} or {@code do} loop
     * @return false if there is no such condition, and nothing was read
     * @throws RejectedTreeException if the body cannot be compiled once for all iterations
     */
    boolean read(TreePath path) throws RejectedTreeException {
        Structure structure = structure(path);
        Optional<LoopHeaders.Bound> bound = structure.counter().isPresent()
                ? headers.bound(path, structure.counter().get())
                : Optional.empty();
        if (!isConditional(path, structure, bound)) {
            return false;
        }
        List<TreePath> updates = new ArrayList<>();
        if (bound.isEmpty() && path.getLeaf() instanceof ForLoopTree loop) {
            for (StatementTree initializer : loop.getInitializer()) {
                statements.readStatement(child(path, initializer));
            }
            loop.getUpdate().forEach(update -> updates.add(child(path, update)));
        }
        new Reading(path, structure, bound, updates).run();
        return true;
    }

    private boolean isConditional(TreePath path, Structure loop, Optional<LoopHeaders.Bound> bound)
            throws RejectedTreeException {
        DataDependence dependence = new DataDependence(javac, scope, path);
        for (TreePath condition : loop.tests()) {
            if (dependence.isOpen(condition)) {
                return true;
            }
        }
        boolean isLong = bound.isPresent()
                && !(bound.get().trips() instanceof Dim.Constant constant && constant.size() <= MAX_UNROLLED);
        return isLong && !loop.tests().isEmpty();
    }

    private Structure structure(TreePath path) throws RejectedTreeException {
        Optional<LoopHeaders.Header> counter = Optional.empty();
        List<TreePath> conditions = new ArrayList<>();
        StatementTree body;
        boolean isTestedFirst = true;
        if (path.getLeaf() instanceof WhileLoopTree loop) {
            conditions.addAll(LoopHeaders.conjuncts(child(path, loop.getCondition())));
            body = loop.getStatement();
        } else if (path.getLeaf() instanceof DoWhileLoopTree loop) {
            conditions.addAll(LoopHeaders.conjuncts(child(path, loop.getCondition())));
            body = loop.getStatement();
            isTestedFirst = false;
        } else {
            ForLoopTree loop = (ForLoopTree) path.getLeaf();
            if (loop.getCondition() != null) {
                conditions.addAll(LoopHeaders.conjuncts(child(path, loop.getCondition())));
            }
            counter = headers.find(path, loop, conditions);
            counter.ifPresent(header -> conditions.remove(header.condition()));
            body = loop.getStatement();
        }
        TreePath bodyPath = child(path, body);
        List<TreePath> iteration = new ArrayList<>();
        if (body instanceof BlockTree block) {
            block.getStatements().forEach(statement -> iteration.add(child(bodyPath, statement)));
        } else {
            iteration.add(bodyPath);
        }
        List<TreePath> first = new ArrayList<>();
        while (!iteration.isEmpty() && isBreak(iteration.get(0))) {
            first.add(condition(iteration.remove(0)));
        }
        List<TreePath> last = new ArrayList<>();
        boolean hasUpdates =
                path.getLeaf() instanceof ForLoopTree loop && !loop.getUpdate().isEmpty() && counter.isEmpty();
        while (!hasUpdates && !iteration.isEmpty() && isBreak(iteration.get(iteration.size() - 1))) {
            last.add(0, condition(iteration.remove(iteration.size() - 1)));
        }
        return new Structure(counter, conditions, first, iteration, last, isTestedFirst);
    }

    private static TreePath condition(TreePath branch) {
        return child(branch, ((IfTree) branch.getLeaf()).getCondition());
    }

    /** Returns true for {@code if (…) break;}. */
    private static boolean isBreak(TreePath statement) {
        if (!(statement.getLeaf() instanceof IfTree branch) || branch.getElseStatement() != null) {
            return false;
        }
        StatementTree then = branch.getThenStatement();
        if (then instanceof BlockTree block && block.getStatements().size() == 1) {
            then = block.getStatements().get(0);
        }
        return then instanceof BreakTree jump && jump.getLabel() == null;
    }

    /** Reading of one loop. */
    private final class Reading {

        private final TreePath path;
        private final Structure loop;
        private final Optional<LoopHeaders.Bound> bound;
        private final List<TreePath> updates;

        Reading(TreePath path, Structure loop, Optional<LoopHeaders.Bound> bound, List<TreePath> updates) {
            this.path = path;
            this.loop = loop;
            this.bound = bound;
            this.updates = updates;
        }

        void run() throws RejectedTreeException {
            Map<Element, TreePath> assigned = assigned();
            List<TreePath> changes = new ArrayList<>(loop.body());
            changes.addAll(updates);
            expressions.branches().widen(path, assigned.keySet(), changes);
            for (Map.Entry<Element, TreePath> variable : assigned.entrySet()) {
                if (isFilled(variable.getValue())) {
                    Optional<StepArray> array = scope.find(variable.getKey()).flatMap(expressions.stepArrays()::ofLoop);
                    array.ifPresent(filled -> scope.bind(variable.getKey(), filled));
                }
            }
            bind(scope, Dim.ZERO);
            SymbolicValue first = new ConstantValue(true);
            if (loop.isTestedFirst()) {
                first = all(expressions, first, loop.conditions(), false);
            }
            first = all(expressions, first, loop.breaks(), true);
            Dim trips = bound.isPresent() ? bound.get().trips() : Loop.UNBOUNDED;
            LoopBuilder builder = new LoopBuilder(javac, scope, context.graph(), trips, assigned, false);
            String name = loop.counter()
                    .map(header -> header.variable().getSimpleName().toString())
                    .orElse(INDEX);
            VariableScope inside = builder.begin(path, name, node(expressions, first));
            Dim iteration = new Dim.Symbol(builder.index());
            bind(inside, iteration);
            ExpressionReader reader = expressions.inLoop(inside, builder.body());
            BodyContext ofBody = context.inside(inside, builder.body(), reader);
            LoopJumps jumps = LoopJumps.of(javac);
            jumps.begin(inside);
            BodyReader body = statements.inLoop(ofBody, builder.index(), jumps);
            body.readIteration(loop.body(), updates.isEmpty() ? path : updates.get(0));
            SymbolicValue next = all(reader, new ConstantValue(true), loop.lastBreaks(), true);
            bind(inside, iteration.plus(Dim.ONE));
            Optional<SymbolicValue> broken = jumps.brokenIn(inside);
            if (broken.isPresent()) {
                SymbolicValue remains = reader.tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, broken.get());
                if (!updates.isEmpty()) {
                    reader.branches().read(path, remains, updates, List.of(), body);
                }
                next = conjunction(reader, path, next, remains);
            } else {
                for (TreePath update : updates) {
                    body.readStatement(update);
                }
            }
            next = all(reader, next, loop.conditions(), false);
            next = all(reader, next, loop.breaks(), true);
            builder.finish(node(reader, next), reader.tensorNumbers());
            builder.end(false);
        }

        /** Returns true for the assignment of the array element whose index is the counter. */
        private boolean isFilled(TreePath assignment) {
            if (bound.isEmpty()
                    || !(assignment.getLeaf() instanceof AssignmentTree tree)
                    || !(tree.getVariable() instanceof ArrayAccessTree access)) {
                return false;
            }
            TreePath index = child(child(assignment, access), access.getIndex());
            return loop.counter().orElseThrow().variable().equals(javac.element(index));
        }

        private Map<Element, TreePath> assigned() throws RejectedTreeException {
            Map<Element, TreePath> assigned = new LinkedHashMap<>();
            for (TreePath statement : loop.body()) {
                assigned.putAll(AssignedVariables.of(javac, statement));
            }
            for (TreePath update : updates) {
                assigned.putAll(AssignedVariables.of(javac, update));
            }
            for (TreePath statement : loop.body()) {
                assigned.keySet().removeAll(AssignedVariables.declared(javac, statement));
            }
            if (loop.counter().isPresent()) {
                headers.requireUnassigned(path, loop.counter().get(), assigned);
            }
            return assigned;
        }

        private Node node(ExpressionReader reader, SymbolicValue condition) throws RejectedTreeException {
            return reader.tensorNumbers()
                    .tensor(path, condition, TypeKind.BOOLEAN)
                    .node();
        }

        /** Binds the variable that counts iterations. */
        private void bind(VariableScope variables, Dim iteration) {
            if (bound.isPresent()) {
                LoopHeaders.Header header = loop.counter().orElseThrow();
                Dim value = bound.get().start().plus(Dim.of(header.step()).times(iteration));
                Element variable = header.variable();
                variables.bind(variable, DimValue.of(value, variable.asType().getKind()));
            }
        }
    }

    /** Returns a condition and the conditions of further expressions, each negated for a {@code break}. */
    private static SymbolicValue all(
            ExpressionReader reader, SymbolicValue condition, List<TreePath> further, boolean isBreak)
            throws RejectedTreeException {
        SymbolicValue conjunction = condition;
        for (TreePath path : further) {
            TensorNumbers numbers = reader.tensorNumbers();
            SymbolicValue value = reader.scalars().readConditionalNumber(path);
            SymbolicValue continues = isBreak ? numbers.unary(path, Tree.Kind.LOGICAL_COMPLEMENT, value) : value;
            conjunction = conjunction(reader, path, conjunction, continues);
        }
        return conjunction;
    }

    private static SymbolicValue conjunction(
            ExpressionReader reader, TreePath path, SymbolicValue first, SymbolicValue second)
            throws RejectedTreeException {
        return first.equals(new ConstantValue(true))
                ? second
                : reader.tensorNumbers().binary(path, Tree.Kind.CONDITIONAL_AND, first, second);
    }
}
