package io.graphkernel.processor.frontend.expression;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.HiddenVariable;
import io.graphkernel.processor.frontend.flow.StackedValues;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Merge of the variables after a branch and its alternative. Both are evaluated and their values selected if they have few
 * ops and no effects. Otherwise each is a loop of at most one iteration.
 */
final class BranchMerge {

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final TreePath path;
    private final BranchBody yes;
    /** Null without an alternative. */
    private final BranchBody no;

    /**
     * Creates the merge of a branch.
     *
     * @param context context around the branch
     * @param path tree for messages
     * @param yes the branch
     * @param no its alternative; null without one
     */
    BranchMerge(BodyContext context, TreePath path, BranchBody yes, BranchBody no) {
        this.javac = context.javac();
        this.scope = context.scope();
        this.graph = context.graph();
        this.expressions = context.expressions();
        this.path = path;
        this.yes = yes;
        this.no = no;
    }

    /**
     * Merges variables.
     *
     * @param condition condition of the branch
     * @param variables variables that the branches assign
     */
    void run(TensorNumber condition, Set<Element> variables) throws RejectedTreeException {
        yes.requireUnchanged(path);
        if (no != null) {
            no.requireUnchanged(path);
        }
        Map<Element, LoopList> lists = withoutElements(variables);
        for (Element variable : variables) {
            requireElement(variable);
            requireSameTypes(variable);
        }
        if (yes.isInexpensive() && (no == null || no.isInexpensive())) {
            select(condition, variables);
        } else {
            Map<Element, Set<String>> different = differentNumbers();
            yes.addLoop(path, different);
            if (no != null) {
                no.addLoop(path, different);
            }
        }
        for (Map.Entry<Element, LoopList> list : lists.entrySet()) {
            LoopList added = (LoopList) scope.find(list.getKey()).orElseThrow();
            scope.bind(list.getKey(), list.getValue().plus(added.segments()));
        }
    }

    /** Removes the elements of lists, so that only those are merged which the branches add; returns the lists before. */
    private Map<Element, LoopList> withoutElements(Set<Element> variables) throws RejectedTreeException {
        Map<Element, LoopList> lists = new LinkedHashMap<>();
        for (Element variable : variables) {
            if (scope.find(variable).orElse(null) instanceof LoopList list) {
                lists.put(variable, list);
                scope.bind(variable, list.from(list.segments().size()));
            }
        }
        return lists;
    }

    /** Requires that the element which one branch alone stores has a value in the other one. */
    private void requireElement(Element variable) throws RejectedTreeException {
        String described = HiddenVariable.described(variable, "");
        if (isFilled(variable, yes) || isFilled(variable, no)) {
            throw reject(
                    described + " is filled by a loop in a branch",
                    "create the array in the branch, and join its elements there");
        }
        Optional<SymbolicValue> after = after(variable, yes);
        Optional<SymbolicValue> otherwise = after(variable, no);
        if (hasElement(after) != hasElement(otherwise)) {
            throw reject(
                    "the branch may leave an element of " + described + " without a value",
                    variable instanceof HiddenVariable
                            ? "assign the array to a variable, and return it after the branch"
                            : StackedValues.fillAdvice(variable.getSimpleName()));
        }
        if (after.orElse(null) instanceof LoopList first
                && otherwise.orElse(null) instanceof LoopList second
                && !first.size().equals(second.size())) {
            throw reject(
                    "the length of " + described + " depends on a condition: a branch adds " + first.size()
                            + " elements, and its alternative " + second.size(),
                    "add as many elements in each branch, or choose the element first: "
                            + "Tensor element = condition ? x : y");
        }
    }

    private RejectedTreeException reject(String problem, String advice) {
        return javac.reject(path, Diagnostic.LOOP_ARRAY, problem, advice);
    }

    /** Returns true if a loop in a branch fills an array of the code around the branch. */
    private static boolean isFilled(Element variable, BranchBody branch) throws RejectedTreeException {
        return branch != null
                && branch.assigns(variable)
                && branch.after(variable)
                        .filter(value -> value instanceof StepArray array && array.content() == StepArray.Content.STACK)
                        .isPresent();
    }

    private static boolean hasElement(Optional<SymbolicValue> value) {
        return value.isPresent() && value.get() instanceof StepArray array && array.hasElement();
    }

    private void requireSameTypes(Element variable) throws RejectedTreeException {
        Optional<SymbolicValue> a = after(variable, yes);
        Optional<SymbolicValue> b = after(variable, no);
        if (a.isEmpty() || b.isEmpty()) {
            return;
        }
        Map<String, String> first = types(a.get(), yes, variable);
        Map<String, String> second = types(b.get(), no, variable);
        if (!first.equals(second)) {
            throw javac.reject(
                    path,
                    Diagnostic.BRANCH_VALUES_DIFFER,
                    HiddenVariable.described(variable, ""),
                    String.join(", ", first.values()),
                    String.join(", ", second.values()));
        }
    }

    /** Returns the numbers of records without a value before the branches in which these differ, as paths by variable. */
    private Map<Element, Set<String>> differentNumbers() throws RejectedTreeException {
        Map<Element, Set<String>> different = new LinkedHashMap<>();
        for (Element variable : yes.assigned()) {
            Optional<SymbolicValue> a = after(variable, yes);
            Optional<SymbolicValue> b = after(variable, no);
            if (scope.find(variable).isEmpty() && b.isPresent() && a.orElse(null) instanceof RecordValue record) {
                Map<String, SymbolicValue> others = b.get().leaves();
                Set<String> paths = new HashSet<>();
                record.leaves().forEach((leaf, number) -> {
                    if (ScalarReader.isNumber(number) && !number.equals(others.get(leaf))) {
                        paths.add(leaf);
                    }
                });
                different.put(variable, paths);
            }
        }
        return different;
    }

    private Map<String, String> types(SymbolicValue value, BranchBody branch, Element variable) {
        Map<String, String> types = new LinkedHashMap<>();
        value.leaves().forEach((name, leaf) -> types.put(name, type(leaf, branch, variable)));
        return types;
    }

    private String type(SymbolicValue leaf, BranchBody branch, Element variable) {
        if (leaf instanceof TensorValue tensor) {
            GraphBuilder owner = branch != null && branch.assigns(variable) ? branch.builder() : graph.builder();
            return owner.current(tensor.node()).type().toString();
        }
        if (leaf instanceof StepArray) {
            return "an array";
        }
        return ScalarReader.isNumber(leaf) ? "a number" : leaf.toString();
    }

    /** Returns the value of a variable after a branch; empty if it has none. */
    private Optional<SymbolicValue> after(Element variable, BranchBody branch) throws RejectedTreeException {
        return branch != null && branch.assigns(variable) ? branch.after(variable) : scope.find(variable);
    }

    private void select(TensorNumber condition, Set<Element> variables) throws RejectedTreeException {
        Map<Element, SymbolicValue> ifTrue = yes.inlined(path);
        Map<Element, SymbolicValue> ifFalse = no == null ? Map.of() : no.inlined(path);
        for (Element variable : variables) {
            SymbolicValue before = scope.find(variable).orElse(null);
            SymbolicValue a = ifTrue.getOrDefault(variable, before);
            SymbolicValue b = ifFalse.getOrDefault(variable, before);
            if (a instanceof ConstantValue && a.equals(b)) {
                scope.bind(variable, a);
            } else if (a instanceof StepArray first && b instanceof StepArray other) {
                selectElement(condition, variable, first, other);
            } else if (HiddenVariable.isGuarded(variable) && (a == null || b == null)) {
                scope.bind(variable, a == null ? b : a);
            } else if (a != null && b != null) {
                scope.bind(variable, expressions.selection().select(path, condition, a, b, BranchBody.type(variable)));
            }
        }
    }

    /** Selects the element that an iteration stores in an array. */
    private void selectElement(TensorNumber condition, Element variable, StepArray first, StepArray other)
            throws RejectedTreeException {
        if (first.hasElement() && other.hasElement()) {
            SymbolicValue element = expressions.selection().select(path, condition, first.value(), other.value());
            scope.bind(variable, first.with(element, StepArray.Content.ELEMENT));
        }
    }
}
