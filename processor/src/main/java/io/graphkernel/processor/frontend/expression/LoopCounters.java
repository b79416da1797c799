package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.CountedLoop;
import io.graphkernel.processor.frontend.flow.CounterUpdates;
import io.graphkernel.processor.frontend.flow.LoopCounter;
import io.graphkernel.processor.frontend.flow.LoopStructure;
import io.graphkernel.processor.frontend.flow.LoopStructure.Test;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeKind;

/** Finder of the variables that count the iterations of loops. */
final class LoopCounters {

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final CounterUpdates updates;

    LoopCounters(BodyContext context) {
        this.javac = context.javac();
        this.scope = context.scope();
        this.graph = context.graph();
        this.expressions = context.expressions();
        this.updates =
                new CounterUpdates(javac, expression -> expressions.scalars().readNumber(expression));
    }

    /**
     * Returns a loop with its counter.
     *
     * @param path a {@code for}, {@code while} or {@code do} loop
     */
    CountedLoop find(TreePath path) throws RejectedTreeException {
        LoopStructure loop = LoopStructure.of(path);
        CountedLoop counted = find(loop.updates().isEmpty() ? loop.withLastTests() : loop, true);
        boolean endsInside = counted.counter()
                .filter(counter ->
                        !counted.loop().testsInside(javac, counter.variable()).isEmpty())
                .isPresent();
        if (!endsInside || counted.loop().lastTests().isEmpty()) {
            return counted;
        }
        // The body is then a branch of the iteration, and its variables are unknown to a test after it.
        CountedLoop unsplit = find(loop, false);
        return unsplit.counter().isPresent() ? unsplit : counted;
    }

    private CountedLoop find(LoopStructure loop, boolean splitsLastTests) throws RejectedTreeException {
        for (Test test : loop.allTests()) {
            Optional<LoopCounter> counter = counter(loop, test);
            if (counter.isPresent()) {
                LoopStructure rest = loop.without(test, counter.get().update());
                boolean isSkippedByBreak = counter.get().isOuter()
                        && loop.updates().contains(counter.get().update());
                boolean isWhole =
                        !splitsLastTests || isSkippedByBreak || !rest.updates().isEmpty();
                return new CountedLoop(isWhole ? rest : rest.withLastTests(), counter);
            }
        }
        return new CountedLoop(loop, Optional.empty());
    }

    private Optional<LoopCounter> counter(LoopStructure loop, Test test) throws RejectedTreeException {
        if (!(test.condition().getLeaf() instanceof BinaryTree comparison)) {
            return Optional.empty();
        }
        TreePath left = child(test.condition(), comparison.getLeftOperand());
        TreePath right = child(test.condition(), comparison.getRightOperand());
        Tree.Kind kind = test.isBreak() ? negated(comparison.getKind()) : comparison.getKind();
        Optional<LoopCounter> counter = counter(loop, test, left, kind, right);
        return counter.isPresent() ? counter : counter(loop, test, right, mirrored(kind), left);
    }

    private Optional<LoopCounter> counter(
            LoopStructure loop, Test test, TreePath counted, Tree.Kind comparison, TreePath bound)
            throws RejectedTreeException {
        Optional<CountedTerm> term = counted(loop, counted);
        if (term.isEmpty() || updates.reads(bound, term.get().variable())) {
            return Optional.empty();
        }
        Element variable = term.get().variable();
        Optional<TreePath> initializer = initializer(loop.path(), variable);
        if (initializer.isEmpty() && (hasInitializer(loop.path()) || updates.declares(loop, variable))) {
            return Optional.empty();
        }
        Optional<CounterUpdates.Update> update =
                initializer.isPresent() ? updates.ofHeader(loop, variable) : updates.ofLoop(loop, variable);
        boolean approaches = update.isPresent()
                && switch (comparison) {
                    case LESS_THAN, LESS_THAN_EQUAL -> update.get().isUpward();
                    case GREATER_THAN, GREATER_THAN_EQUAL -> !update.get().isUpward();
                    default -> false;
                };
        if (!approaches || !isKnownBefore(loop, bound, initializer.isEmpty())) {
            return Optional.empty();
        }
        for (TreePath addend : term.get().addends()) {
            if (!isKnownBefore(loop, addend, initializer.isEmpty())) {
                return Optional.empty();
            }
        }
        Optional<Dim> start = initializer.isPresent() ? dim(initializer.get()) : value(variable);
        Optional<Dim> last = start.isPresent() ? bound(bound, term.get()) : Optional.empty();
        if (last.isEmpty()) {
            return Optional.empty();
        }
        Dim step = update.get().step();
        Dim stride = step.isNonNegative() ? step : Dim.ZERO.minus(step);
        if (!(stride instanceof Dim.Constant)) {
            // Java repeats a loop whose step is 0 without end.
            DimCondition.Argument argument = new DimCondition.Argument("for", "step");
            graph.builder()
                    .require(List.of(DimCondition.of(stride, DimCondition.Relation.AT_LEAST, Dim.ONE, argument)));
        }
        Dim trips = trips(comparison, start.get(), last.get(), stride, step.isNonNegative());
        return Optional.of(new LoopCounter(
                variable,
                initializer.isPresent() ? LoopCounter.Scope.HEADER : LoopCounter.Scope.OUTER,
                start.get(),
                step,
                test.isFirst() ? trips.max(Dim.ZERO) : trips.max(Dim.ONE),
                term.get().addends().isEmpty() ? bound : test.condition(),
                update.get().path(),
                update.get().isAfterBreak()));
    }

    /**
     * Side of a comparison that contains the counter.
     *
     * @param variable the counter
     * @param addends other terms
     * @param isNegative for each addend true if it is subtracted
     */
    private record CountedTerm(Element variable, List<TreePath> addends, List<Boolean> isNegative) {}

    /** Returns the counter in {@code i}, {@code i + w}, {@code w + i} or {@code i - w}; empty for another expression. */
    private Optional<CountedTerm> counted(LoopStructure loop, TreePath side) {
        if (side.getLeaf() instanceof ParenthesizedTree inside) {
            return counted(loop, child(side, inside.getExpression()));
        }
        if (side.getLeaf() instanceof IdentifierTree) {
            Element variable = javac.element(side);
            boolean isCounter = variable != null && isInteger(variable) && isChanged(loop, variable);
            return isCounter ? Optional.of(new CountedTerm(variable, List.of(), List.of())) : Optional.empty();
        }
        boolean isSum = side.getLeaf().getKind() == Tree.Kind.PLUS;
        if (!isSum && side.getLeaf().getKind() != Tree.Kind.MINUS) {
            return Optional.empty();
        }
        BinaryTree sum = (BinaryTree) side.getLeaf();
        TreePath left = child(side, sum.getLeftOperand());
        TreePath right = child(side, sum.getRightOperand());
        Optional<CountedTerm> first = counted(loop, left);
        if (first.isPresent()) {
            return updates.reads(right, first.get().variable())
                    ? Optional.empty()
                    : first.map(term -> plus(term, right, !isSum));
        }
        Optional<CountedTerm> second = isSum ? counted(loop, right) : Optional.empty();
        return second.filter(term -> !updates.reads(left, term.variable())).map(term -> plus(term, left, false));
    }

    private static CountedTerm plus(CountedTerm term, TreePath addend, boolean isNegative) {
        List<TreePath> addends = new ArrayList<>(term.addends());
        addends.add(addend);
        List<Boolean> signs = new ArrayList<>(term.isNegative());
        signs.add(isNegative);
        return new CountedTerm(term.variable(), addends, signs);
    }

    /** Returns true if a loop assigns a variable, in its header or body. */
    private boolean isChanged(LoopStructure loop, Element variable) {
        return AssignedVariables.of(javac, loop.statements()).containsKey(variable);
    }

    /** Returns the bound of the counter alone. */
    private Optional<Dim> bound(TreePath bound, CountedTerm term) throws RejectedTreeException {
        Optional<Dim> value = dim(bound);
        for (int i = 0; i < term.addends().size() && value.isPresent(); i++) {
            Optional<Dim> addend = dim(term.addends().get(i));
            if (addend.isEmpty()) {
                return addend;
            }
            value = Optional.of(
                    term.isNegative().get(i)
                            ? value.get().plus(addend.get())
                            : value.get().minus(addend.get()));
        }
        return value;
    }

    private static boolean isInteger(Element variable) {
        boolean isLocal =
                variable.getKind() == ElementKind.LOCAL_VARIABLE || variable.getKind() == ElementKind.PARAMETER;
        TypeKind type = variable.asType().getKind();
        return isLocal && (type == TypeKind.INT || type == TypeKind.LONG);
    }

    private static boolean hasInitializer(TreePath path) {
        return path.getLeaf() instanceof ForLoopTree loop
                && !loop.getInitializer().isEmpty();
    }

    /** Returns the initial value of the only variable that the header of a {@code for} loop declares. */
    private Optional<TreePath> initializer(TreePath path, Element variable) {
        if (!(path.getLeaf() instanceof ForLoopTree loop)
                || loop.getInitializer().size() != 1
                || !(loop.getInitializer().get(0) instanceof VariableTree declaration)
                || declaration.getInitializer() == null) {
            return Optional.empty();
        }
        TreePath declared = child(path, declaration);
        return variable.equals(javac.element(declared))
                ? Optional.of(child(declared, declaration.getInitializer()))
                : Optional.empty();
    }

    /**
     * Returns true if an expression has a value before the loop: it reads no variable of the body and no list that the
     * loop extends, and assigns none.
     *
     * @param isFixed true if the loop may not assign the variables either
     */
    private boolean isKnownBefore(LoopStructure loop, TreePath expression, boolean isFixed)
            throws RejectedTreeException {
        if (!AssignedVariables.of(javac, expression).isEmpty()) {
            return false;
        }
        Map<Element, TreePath> assigned = AssignedVariables.of(javac, loop.statements());
        Map<Element, TreePath> extended = AssignedVariables.extended(javac, loop.statements());
        for (Element variable : updates.variables(expression)) {
            boolean isPrimitive = variable.asType().getKind().isPrimitive();
            if (scope.find(variable).isEmpty() && variable.getKind() == ElementKind.LOCAL_VARIABLE
                    || updates.declares(loop, variable)
                    || extended.containsKey(variable)
                    || isFixed && isPrimitive && assigned.containsKey(variable)) {
                return false;
            }
        }
        return true;
    }

    private Optional<Dim> dim(TreePath expression) throws RejectedTreeException {
        return DimArithmetic.dim(expressions.scalars().readNumber(expression));
    }

    private Optional<Dim> value(Element variable) throws RejectedTreeException {
        Optional<SymbolicValue> value = scope.find(variable);
        return value.flatMap(DimArithmetic::dim);
    }

    private static Dim trips(Tree.Kind comparison, Dim first, Dim bound, Dim stride, boolean isUpward) {
        boolean isInclusive = comparison == Tree.Kind.LESS_THAN_EQUAL || comparison == Tree.Kind.GREATER_THAN_EQUAL;
        Dim distance = isUpward ? bound.minus(first) : first.minus(bound);
        Dim count = isInclusive ? distance.plus(Dim.ONE) : distance;
        return stride.equals(Dim.ONE)
                ? count
                : count.plus(stride).minus(Dim.ONE).floorDiv(stride);
    }

    private static Tree.Kind negated(Tree.Kind comparison) {
        return switch (comparison) {
            case LESS_THAN -> Tree.Kind.GREATER_THAN_EQUAL;
            case LESS_THAN_EQUAL -> Tree.Kind.GREATER_THAN;
            case GREATER_THAN -> Tree.Kind.LESS_THAN_EQUAL;
            case GREATER_THAN_EQUAL -> Tree.Kind.LESS_THAN;
            default -> comparison;
        };
    }

    /** Returns the comparison with swapped operands. */
    private static Tree.Kind mirrored(Tree.Kind comparison) {
        return switch (comparison) {
            case LESS_THAN -> Tree.Kind.GREATER_THAN;
            case LESS_THAN_EQUAL -> Tree.Kind.GREATER_THAN_EQUAL;
            case GREATER_THAN -> Tree.Kind.LESS_THAN;
            case GREATER_THAN_EQUAL -> Tree.Kind.LESS_THAN_EQUAL;
            default -> comparison;
        };
    }

    /** Returns true if an iteration assigns a variable of the bound or of the step. */
    boolean changesRange(LoopCounter counter, Map<Element, TreePath> assigned) {
        return rangeVariable(counter, assigned).isPresent();
    }

    private Optional<Element> rangeVariable(LoopCounter counter, Map<Element, TreePath> assigned) {
        return assigned.keySet().stream()
                .filter(variable -> !variable.equals(counter.variable()))
                .filter(variable -> variable.asType().getKind().isPrimitive())
                .filter(variable ->
                        updates.reads(counter.bound(), variable) || updates.reads(counter.update(), variable))
                .findFirst();
    }

    /** Rejects a loop that assigns the variable which counts its iterations, or one of its bound or step. */
    void requireUnassigned(LoopCounter counter, Map<Element, TreePath> assigned) throws RejectedTreeException {
        if (assigned.containsKey(counter.variable())) {
            throw javac.reject(
                    assigned.get(counter.variable()),
                    Diagnostic.LOOP_NOT_COMPILED,
                    "'" + counter.variable().getSimpleName() + "' is assigned in the loop that counts it",
                    "change it in the loop's header only");
        }
        Optional<Element> changed = rangeVariable(counter, assigned);
        if (changed.isPresent()) {
            throw javac.reject(
                    assigned.get(changed.get()),
                    Diagnostic.LOOP_NOT_COMPILED,
                    "'" + changed.get().getSimpleName() + "' is assigned in the loop whose iterations it counts",
                    "copy it to another variable before the loop, or end the loop with a condition and break");
        }
    }
}
