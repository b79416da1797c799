package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.element.InitialValues;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.flow.CountedLoop;
import io.graphkernel.processor.frontend.flow.HiddenVariable;
import io.graphkernel.processor.frontend.flow.JumpScope;
import io.graphkernel.processor.frontend.flow.LoopCounter;
import io.graphkernel.processor.frontend.flow.LoopStructure;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/**
 * Reader of loops that end by a condition which is known only when the kernels run: {@code while}, {@code do}, and {@code
 * for} with more than a counter, and those that branches of the body end.
 */
final class ConditionalLoopReader {

    private static final String INDEX = "iteration";
    private static final int MAX_UNROLLED = ReferenceModel.DEFAULT.loops().maxUnrolledIterations();
    private static final ConstantValue TRUE = new ConstantValue(true);
    private static final ConstantValue FALSE = new ConstantValue(false);

    private final BodyContext context;
    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;
    private final BodyReader statements;
    private final LoopCounters counters;

    ConditionalLoopReader(BodyContext context, BodyReader statements, LoopCounters counters) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.expressions = context.expressions();
        this.statements = statements;
        this.counters = counters;
    }

    /**
     * Reads a loop if a condition ends it that is known only when the kernels run.
     *
     * @return false if there is no such condition, and nothing was read
     * @throws RejectedTreeException if the body cannot be compiled once for all iterations
     */
    boolean read(CountedLoop counted) throws RejectedTreeException {
        if (!isConditional(counted)) {
            return false;
        }
        TreePath path = counted.loop().path();
        if (counted.counter().filter(counter -> !counter.isOuter()).isEmpty()
                && path.getLeaf() instanceof ForLoopTree loop) {
            for (StatementTree initializer : loop.getInitializer()) {
                statements.readStatement(child(path, initializer));
            }
        }
        new Reading(counted).run();
        return true;
    }

    private boolean isConditional(CountedLoop counted) throws RejectedTreeException {
        List<TreePath> conditions = counted.loop().conditions();
        DataDependence dependence =
                new DataDependence(javac, scope, counted.loop().path());
        for (TreePath condition : conditions) {
            if (dependence.isOpen(condition)) {
                return true;
            }
        }
        boolean isLong = counted.counter()
                .filter(counter ->
                        !(counter.trips() instanceof Dim.Constant constant && constant.size() <= MAX_UNROLLED))
                .isPresent();
        return isLong && !conditions.isEmpty();
    }

    /** Reading of one loop. */
    private final class Reading {

        private final CountedLoop counted;
        private final TreePath path;
        private final LoopStructure loop;
        private final Optional<LoopCounter> counter;
        /** True once a {@code break} has skipped the update of a counter that is declared before the loop. */
        private final Element skipped;
        /** Tests that an iteration evaluates. */
        private final List<LoopStructure.Test> inside;
        /** Tests that are evaluated before an iteration. */
        private final List<LoopStructure.Test> before;

        Reading(CountedLoop counted) {
            this.counted = counted;
            this.path = counted.loop().path();
            this.loop = counted.loop();
            this.counter = counted.counter();
            this.skipped = new HiddenVariable(javac.environment(), "skipped");
            this.inside = counter.map(found -> loop.testsInside(javac, found.variable()))
                    .orElse(List.of());
            this.before = loop.tests().subList(0, loop.tests().size() - inside.size());
        }

        void run() throws RejectedTreeException {
            Map<Element, TreePath> assigned = counted.assigned(javac);
            statements.jumps().addTo(assigned, List.of(path));
            if (counter.isPresent()) {
                counters.requireUnassigned(counter.get(), assigned);
            }
            LoopLists lists = expressions.stepArrays().lists();
            lists.requireOwn(assigned);
            lists.sharedArrays().requireNone(loop.statements());
            expressions.branches().widen(path, assigned.keySet(), loop.statements());
            for (Map.Entry<Element, TreePath> variable : assigned.entrySet()) {
                if (isFilled(variable.getValue())) {
                    Optional<SymbolicValue> before = scope.find(variable.getKey());
                    Optional<StepArray> array = before.isEmpty()
                            ? Optional.empty()
                            : expressions.stepArrays().ofLoop(variable.getValue(), variable.getKey(), before.get());
                    if (array.isPresent()) {
                        lists.requireUnshared(variable.getKey(), before.get(), variable.getValue());
                        scope.bind(variable.getKey(), array.get());
                    }
                }
            }
            lists.begin(loop.statements());
            if (isSkipping()) {
                scope.bind(skipped, expressions.tensorNumbers().tensor(path, FALSE, TypeKind.BOOLEAN));
                assigned.put(skipped, path);
            }
            bind(scope, Dim.ZERO);
            List<LoopStructure.Test> firstTests =
                    before.stream().filter(LoopStructure.Test::isFirst).toList();
            SymbolicValue first = all(expressions, TRUE, firstTests);
            Dim trips = counter.map(LoopCounter::trips).orElse(Loop.UNBOUNDED);
            LoopBuilder builder = new LoopBuilder(javac, scope, context.graph(), trips, assigned, false);
            String name = counter.map(found -> found.variable().getSimpleName().toString())
                    .orElse(INDEX);
            VariableScope inside = builder.begin(path, name, node(expressions, first));
            readIteration(builder, inside);
            Map<Element, Set<String>> changed = builder.changedNumbers();
            if (!changed.isEmpty() || bindsResult(builder, inside, assigned)) {
                expressions.branches().widenNumbers(path, changed);
                run();
                return;
            }
            builder.end(false);
            if (counter.isPresent() && counter.get().isOuter()) {
                scope.bind(counter.get().variable(), last(counter.get(), builder.executed()));
            }
        }

        /** Binds the value that the method returns in the loop to zeros of its type before it, unless it has a value. */
        private boolean bindsResult(LoopBuilder builder, VariableScope inside, Map<Element, TreePath> assigned)
                throws RejectedTreeException {
            Element result = statements.jumps().result();
            if (!assigned.containsKey(result) || scope.find(result).isPresent()) {
                return false;
            }
            Optional<SymbolicValue> returned = inside.find(result);
            if (returned.isEmpty()) {
                return false;
            }
            InitialValues zeros = new InitialValues(javac, context.graph(), expressions.tensorNumbers());
            scope.bind(result, zeros.ofResult(assigned.get(result), returned.get(), builder.body(), builder.index()));
            return true;
        }

        private void readIteration(LoopBuilder builder, VariableScope variables) throws RejectedTreeException {
            Dim iteration = new Dim.Symbol(builder.index());
            bind(variables, iteration);
            ExpressionReader reader = expressions.inLoop(variables, builder.body());
            JumpScope jumps = statements.jumps().loop(javac, path, LoopCounter.variable(counter));
            jumps.begin(variables);
            BodyContext insideLoop = context.inside(variables, builder.body(), reader);
            LoopOverElements.begin(insideLoop, counted);
            BodyReader body = statements.inLoop(insideLoop, builder.index(), jumps);
            Optional<SymbolicValue> ended = endedBefore(reader, variables, jumps, body);
            TreePath position = loop.updates().isEmpty() ? path : loop.updates().get(0);
            body.readIteration(ended.isPresent() ? List.of() : loop.body(), position);
            if (counter.filter(LoopCounter::isOuter).isPresent()) {
                bind(variables, iteration.plus(Dim.ONE));
            }
            SymbolicValue next = all(reader, TRUE, loop.lastTests());
            bind(variables, iteration.plus(Dim.ONE));
            Optional<SymbolicValue> broken = jumps.brokenIn(variables);
            if (isSkipping()) {
                Optional<SymbolicValue> skips = counter.get().isUpdatedAfterBreak() ? broken : ended;
                variables.bind(skipped, skips.orElse(FALSE));
            }
            if (broken.isPresent()) {
                SymbolicValue remains = reader.tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, broken.get());
                if (!loop.updates().isEmpty()) {
                    reader.branches().read(path, remains, loop.updates(), List.of(), body);
                }
                next = conjunction(reader, path, next, remains);
            } else {
                for (TreePath update : loop.updates()) {
                    body.readStatement(update);
                }
            }
            builder.finish(node(reader, all(reader, next, before)), reader.tensorNumbers());
        }

        /** Reads the tests inside an iteration and the statements after them; returns the condition that these end it. */
        private Optional<SymbolicValue> endedBefore(
                ExpressionReader reader, VariableScope variables, JumpScope jumps, BodyReader body)
                throws RejectedTreeException {
            if (inside.isEmpty()) {
                return Optional.empty();
            }
            TreePath test = inside.get(0).condition();
            SymbolicValue continues = all(reader, TRUE, inside);
            SymbolicValue ends = reader.tensorNumbers().unary(test, Tree.Kind.LOGICAL_COMPLEMENT, continues);
            jumps.endWhere(variables, ends);
            if (!loop.body().isEmpty()) {
                reader.branches().read(test, continues, loop.body(), List.of(), body);
            }
            return Optional.of(ends);
        }

        /** Returns the value of a counter after the loop. */
        private SymbolicValue last(LoopCounter counted, Node executed) throws RejectedTreeException {
            TensorNumbers numbers = expressions.tensorNumbers();
            SymbolicValue updates = new TensorNumber(executed, TypeKind.LONG);
            if (isSkipping()) {
                SymbolicValue isSkipped = scope.find(skipped).orElseThrow();
                SymbolicValue fewer = numbers.binary(path, Tree.Kind.MINUS, updates, new ConstantValue(1L));
                updates = numbers.select(path, isSkipped, fewer, updates, TypeKind.LONG);
                scope.unbind(skipped);
            }
            SymbolicValue distance =
                    numbers.binary(path, Tree.Kind.MULTIPLY, updates, DimValue.of(counted.step(), TypeKind.LONG));
            SymbolicValue start = DimValue.of(counted.start(), TypeKind.LONG);
            SymbolicValue value = numbers.binary(path, Tree.Kind.PLUS, distance, start);
            return numbers.convert(path, value, counted.variable().asType().getKind());
        }

        private boolean isSkipping() {
            return counter.filter(counted -> counted.isOuter() && (counted.isUpdatedAfterBreak() || !inside.isEmpty()))
                    .isPresent();
        }

        /** Returns true for the assignment of the array or list element whose index is the counter. */
        private boolean isFilled(TreePath assignment) {
            TreePath index = null;
            if (assignment.getLeaf() instanceof AssignmentTree tree
                    && tree.getVariable() instanceof ArrayAccessTree access) {
                index = child(child(assignment, access), access.getIndex());
            } else if (assignment.getLeaf() instanceof MethodInvocationTree call
                    && call.getArguments().size() == 2) {
                index = child(assignment, call.getArguments().get(0));
            }
            return index != null
                    && index.getLeaf() instanceof IdentifierTree
                    && counter.isPresent()
                    && counter.get().variable().equals(javac.element(index));
        }

        private Node node(ExpressionReader reader, SymbolicValue condition) throws RejectedTreeException {
            return reader.tensorNumbers()
                    .tensor(path, condition, TypeKind.BOOLEAN)
                    .node();
        }

        /** Binds the variable that counts iterations. */
        private void bind(VariableScope variables, Dim iteration) {
            counter.ifPresent(counted -> variables.bind(counted.variable(), counted.value(iteration)));
        }
    }

    /** Returns a condition and further ones, each negated for a {@code break}. */
    private static SymbolicValue all(ExpressionReader reader, SymbolicValue condition, List<LoopStructure.Test> further)
            throws RejectedTreeException {
        SymbolicValue conjunction = condition;
        for (LoopStructure.Test test : further) {
            TreePath path = test.condition();
            SymbolicValue value = reader.scalars().readConditionalNumber(path);
            SymbolicValue continues =
                    test.isBreak() ? reader.tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, value) : value;
            conjunction = conjunction(reader, path, conjunction, continues);
        }
        return conjunction;
    }

    private static SymbolicValue conjunction(
            ExpressionReader reader, TreePath path, SymbolicValue first, SymbolicValue second)
            throws RejectedTreeException {
        return first.equals(TRUE)
                ? second
                : reader.tensorNumbers().binary(path, Tree.Kind.CONDITIONAL_AND, first, second);
    }
}
