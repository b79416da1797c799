package io.graphkernel.processor.frontend.expression;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ListElements;
import io.graphkernel.processor.frontend.flow.SharedArrays;
import io.graphkernel.processor.frontend.flow.StackedValues;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.ListTypes;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ElementStacks;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of lists of tensors and records to which loops add elements. */
final class LoopLists {

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final ListElements elements;
    private final SharedArrays sharedArrays;

    LoopLists(Javac javac, VariableScope scope, BodyGraph graph, ExpressionReader expressions, ListElements elements) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.elements = elements;
        this.sharedArrays = new SharedArrays(javac, scope);
    }

    /** Returns the check of arrays and lists that several variables have. */
    SharedArrays sharedArrays() {
        return sharedArrays;
    }

    /**
     * Replaces the lists of tensors and records that a loop or branch extends by {@link LoopList} values.
     *
     * @param statements statements of the loop or branch
     * @return the previous values of the variables, for a loop that is unrolled instead
     */
    Map<Element, SymbolicValue> begin(List<TreePath> statements) throws RejectedTreeException {
        Map<Element, TreePath> replaced = AssignedVariables.replaced(javac, statements);
        for (Map.Entry<Element, TreePath> entry : replaced.entrySet()) {
            if (isOfLoop(entry.getKey())) {
                throw javac.reject(
                        entry.getValue(),
                        Diagnostic.LOOP_ARRAY,
                        "'" + entry.getKey().getSimpleName() + "' is assigned another array or list here",
                        "use a variable for each array or list, declared where it is created");
            }
        }
        Map<Element, SymbolicValue> previous = new LinkedHashMap<>();
        for (Map.Entry<Element, TreePath> entry :
                AssignedVariables.extended(javac, statements).entrySet()) {
            Element variable = entry.getKey();
            Optional<ArrayValue> list = growable(variable);
            if (list.isPresent() && !replaced.containsKey(variable)) {
                requireUnshared(variable, list.get(), entry.getValue());
                List<LoopList.Segment> segments = new ArrayList<>();
                for (SymbolicValue element : list.get().elements()) {
                    segments.add(segment(elements.element(entry.getValue(), element, variable)));
                }
                previous.put(variable, list.get());
                scope.bind(variable, new LoopList(segments, false));
            }
        }
        return previous;
    }

    /** Returns true if a loop can extend the lists without being unrolled: its statements only add elements to them. */
    boolean mayBegin(List<TreePath> statements) throws RejectedTreeException {
        Set<Element> onlyExtended = AssignedVariables.onlyExtended(javac, statements);
        for (Element variable : AssignedVariables.extended(javac, statements).keySet()) {
            Optional<ArrayValue> list = growable(variable);
            boolean isOwn =
                    list.isPresent() ? scope.otherVariable(variable, list.get()).isEmpty() : isOfLoop(variable);
            if (variable.getKind() == ElementKind.PARAMETER || !onlyExtended.contains(variable) || !isOwn) {
                return false;
            }
        }
        for (Element variable : AssignedVariables.replaced(javac, statements).keySet()) {
            if (isOfLoop(variable)) {
                return false;
            }
        }
        return sharedArrays.change(statements).isEmpty();
    }

    /** Returns true for an array that a loop fills, and a list that it extends. */
    private boolean isOfLoop(Element variable) throws RejectedTreeException {
        SymbolicValue value = scope.find(variable).orElse(null);
        return value instanceof LoopList || value instanceof StepArray;
    }

    /** Returns the list of a variable to which a loop can add tensors or records; empty for another value. */
    private Optional<ArrayValue> growable(Element variable) throws RejectedTreeException {
        TypeMirror element = variable.asType() instanceof DeclaredType type
                        && type.getTypeArguments().size() == 1
                ? ListTypes.bound(type.getTypeArguments().get(0))
                : null;
        boolean isOfElements = element != null && (javac.isTensor(element) || javac.isRecord(element));
        return scope.find(variable)
                .filter(value -> isOfElements
                        && value instanceof ArrayValue list
                        && list.mutability() == ArrayValue.Mutability.GROWABLE
                        && list.elements().stream().allMatch(ListElements::isElement))
                .map(ArrayValue.class::cast);
    }

    /** Removes lists that loops have extended from the variables that the statements of a branch assign. */
    void removeFrom(Map<Element, TreePath> assigned) throws RejectedTreeException {
        for (Element variable : Set.copyOf(assigned.keySet())) {
            if (scope.find(variable).orElse(null) instanceof LoopList) {
                assigned.remove(variable);
            }
        }
    }

    /** Replaces lists whose elements are all known by arrays, after a branch outside of loops. */
    void end(TreePath path, Set<Element> variables) throws RejectedTreeException {
        for (Element variable : variables) {
            LoopList list = (LoopList) scope.find(variable).orElseThrow();
            if (list.segments().stream().anyMatch(segment -> segment.count().isPresent())) {
                continue;
            }
            List<SymbolicValue> added =
                    list.segments().stream().map(LoopList.Segment::value).toList();
            scope.bind(
                    variable,
                    ArrayValue.mutable(added, Collections.nCopies(added.size(), path), ArrayValue.Mutability.GROWABLE));
        }
    }

    private static LoopList.Segment segment(SymbolicValue element) {
        return new LoopList.Segment(element, Optional.empty());
    }

    /** Rejects a change of an array or list that is also one of another variable. */
    void requireUnshared(Element variable, SymbolicValue list, TreePath change) throws RejectedTreeException {
        if (variable.getKind() == ElementKind.PARAMETER
                || scope.otherVariable(variable, list).isPresent()) {
            throw SharedArrays.rejection(javac, change, variable);
        }
    }

    /** Rejects a loop in a method that assigns elements of a caller's array or list. */
    void requireOwn(Map<Element, TreePath> assigned) throws RejectedTreeException {
        for (Map.Entry<Element, TreePath> entry : assigned.entrySet()) {
            Element variable = entry.getKey();
            if (variable.getKind() == ElementKind.PARAMETER
                    && scope.find(variable).orElse(null) instanceof StepArray array
                    && array.value() != null) {
                throw SharedArrays.rejection(javac, entry.getValue(), variable);
            }
        }
    }

    /** Returns true for {@code list.add(element)} of a variable to whose list loops add elements. */
    boolean isAddition(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        if (!(call.getMethodSelect() instanceof MemberSelectTree select)
                || !select.getIdentifier().contentEquals("add")
                || call.getArguments().size() != 1
                || !(select.getExpression() instanceof IdentifierTree)) {
            return false;
        }
        Element variable = javac.element(receiver(path, select));
        return variable != null && scope.find(variable).orElse(null) instanceof LoopList;
    }

    private static TreePath receiver(TreePath path, MemberSelectTree select) {
        return Javac.child(Javac.child(path, select), select.getExpression());
    }

    /** Adds an element to a list. */
    void add(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        MemberSelectTree select = (MemberSelectTree) call.getMethodSelect();
        Element variable = javac.element(receiver(path, select));
        TreePath element = Javac.child(path, call.getArguments().get(0));
        try {
            if (variable.getKind() == ElementKind.PARAMETER) {
                throw SharedArrays.rejection(javac, path, variable);
            }
            SymbolicValue added = elements.element(element, expressions.read(element, ""), variable);
            LoopList list = (LoopList) scope.find(variable).orElseThrow();
            scope.bind(variable, list.plus(List.of(segment(added))));
        } catch (RejectedTreeException e) {
            scope.reject(variable);
            throw e;
        }
    }

    /**
     * Rejects a second variable for a list or array of a loop.
     *
     * @param path expression of the value
     * @param variable variable to which it is assigned
     */
    void requireOwn(TreePath path, Element variable, SymbolicValue value) throws RejectedTreeException {
        if (value instanceof LoopList || value instanceof StepArray) {
            Optional<Element> other = scope.otherVariable(variable, value);
            if (other.isPresent()) {
                throw SharedArrays.rejection(javac, path, other.get());
            }
        }
    }

    /**
     * Reads a method call on a list.
     *
     * @param path the call
     * @param list expression of the list
     * @return empty for an unsupported method
     */
    Optional<SymbolicValue> call(TreePath path, TreePath list, LoopList value, String method, List<TreePath> arguments)
            throws RejectedTreeException {
        requireComplete(path, list, value);
        return switch (method) {
            case "get" -> Optional.of(element(path, list, value, arguments.get(0)));
            case "size" -> Optional.of(DimValue.of(value.size(), TypeKind.INT));
            case "toArray" -> Optional.of(array(path, list, value));
            default ->
                throw javac.reject(
                        path,
                        Diagnostic.LOOP_ARRAY,
                        "'" + Javac.text(path.getLeaf()) + "' on a list to which a loop has added elements",
                        "use add, get, size, toArray, stack and concat");
        };
    }

    private SymbolicValue element(TreePath path, TreePath list, LoopList value, TreePath indexPath)
            throws RejectedTreeException {
        Dim index = DimArithmetic.dim(expressions.scalars().readNumber(indexPath))
                .orElseThrow(() -> javac.reject(
                        indexPath,
                        Diagnostic.NON_CONSTANT_ATTRIBUTE,
                        Javac.text(indexPath.getLeaf()),
                        Javac.text(list.getLeaf()),
                        "the index"));
        ElementStacks stacks = stacks(path);
        try {
            Dim offset = Dim.ZERO;
            for (LoopList.Segment segment : value.segments()) {
                Dim position = index.minus(offset);
                Dim rest = segment.size().minus(Dim.ONE).minus(position);
                if (position.isNonNegative() && rest.isNonNegative()) {
                    return segment.count().isEmpty()
                            ? stacks.map(segment.value(), node -> node)
                            : stacks.slice(segment.value(), position);
                }
                offset = offset.plus(segment.size());
            }
            return stacks.slice(stack(path, list, value), index);
        } catch (TypeException e) {
            throw javac.reject(indexPath, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        }
    }

    private ElementStacks stacks(TreePath path) {
        return new ElementStacks(graph.builder(), javac.origin(path));
    }

    /** Returns a list as an array whose elements are stacked. */
    StepArray array(TreePath path, TreePath list, LoopList value) throws RejectedTreeException {
        requireComplete(path, list, value);
        return StepArray.empty(value.size()).with(stack(path, list, value), StepArray.Content.STACK);
    }

    private SymbolicValue stack(TreePath path, TreePath list, LoopList value) throws RejectedTreeException {
        String name = Javac.text(list.getLeaf());
        if (value.segments().isEmpty()) {
            throw javac.reject(path, Diagnostic.LOOP_ARRAY, "'" + name + "' has no elements", "add an element");
        }
        ElementStacks stacks = stacks(path);
        Optional<String> difference = stacks.difference(value);
        if (difference.isPresent()) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    StackedValues.differing("'" + name + "'", difference.get()),
                    StackedValues.ONE_TYPE);
        }
        try {
            return stacks.joined(value);
        } catch (TypeException e) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "the elements of '" + name + "' cannot be joined: " + e.getMessage(),
                    StackedValues.ONE_TYPE);
        }
    }

    /** Rejects a read of a list in the loop that adds its elements. */
    void requireComplete(TreePath path, TreePath list, LoopList value) throws RejectedTreeException {
        if (value.isPending()) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "'" + Javac.text(list.getLeaf()) + "' is read in the loop that adds its elements",
                    "keep the last element in a variable, as in h = …; " + Javac.text(list.getLeaf()) + ".add(h)");
        }
    }
}
