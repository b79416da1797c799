package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ConstantArrays;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.ListTypes;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.UnassignedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of arrays and lists of known length: axes, indices, dims, results of an op, and parameters of a declared
 * length.
 */
final class ArrayReader {

    /** Maximum length of an array that a body creates, above the number of tensors that a kernel can have. */
    private static final int MAX_LENGTH = 100_000;

    /**
     * Element of an array or list.
     *
     * @param array the array
     * @param index position within its bounds
     */
    record Slot(ArrayValue array, int index) {

        boolean isAssignable() {
            return array.mutability() != Mutability.FIXED;
        }
    }

    private final Javac javac;
    private final ExpressionReader expressions;
    private int changes;

    ArrayReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /** Rejects a list whose length differs from that of the parameter or component it is passed to. */
    static void requireLength(Javac javac, TreePath path, SymbolicValue value, SignatureElement declared)
            throws RejectedTreeException {
        Optional<Integer> length = ListTypes.length(declared);
        if (length.isPresent()
                && value instanceof ArrayValue list
                && list.elements().size() != length.get()) {
            throw javac.reject(
                    path,
                    Diagnostic.LENGTH_DIFFERS,
                    Javac.text(path.getLeaf()),
                    list.elements().size(),
                    declared.path(),
                    length.get());
        }
    }

    /** Reads {@code new int[] {0, 1}}, the same without its type, or {@code new Tensor[n]}. */
    ArrayValue created(TreePath path, NewArrayTree tree) throws RejectedTreeException {
        TypeMirror type = javac.type(path);
        if (type != null && !new ListTypes(javac).isSupported(type)) {
            throw expressions.unsupported(path);
        }
        if (tree.getInitializers() != null) {
            ArrayValue array = elements(path, tree.getInitializers());
            if (type instanceof ArrayType created
                    && created.getComponentType().getKind().isPrimitive()) {
                for (int i = 0; i < array.elements().size(); i++) {
                    SymbolicValue element = array.elements().get(i);
                    array.elements()
                            .set(i, expressions.conversion().convert(created.getComponentType(), path, element));
                }
            }
            return array;
        }
        if (tree.getDimensions().size() != 1 || !(type instanceof ArrayType array)) {
            throw expressions.unsupported(path);
        }
        int length = length(path, child(path, tree.getDimensions().get(0)));
        TypeKind component = array.getComponentType().getKind();
        SymbolicValue initial = component == TypeKind.BOOLEAN
                ? new ConstantValue(false)
                : component.isPrimitive()
                        ? new ConstantValue(ConstantArithmetic.convert(0, component))
                        : new UnassignedValue();
        return ArrayValue.mutable(
                Collections.nCopies(length, initial), Collections.nCopies(length, path), Mutability.ASSIGNABLE);
    }

    private int length(TreePath creation, TreePath path) throws RejectedTreeException {
        Number length = constant(path, creation, "its length");
        if (length.longValue() < 0 || length.longValue() > MAX_LENGTH) {
            throw javac.reject(
                    path,
                    Diagnostic.CONSTANT_FAILS,
                    Javac.text(creation.getLeaf()),
                    "the length " + length + " is not between 0 and " + MAX_LENGTH);
        }
        return length.intValue();
    }

    private Number constant(TreePath path, TreePath owner, String role) throws RejectedTreeException {
        return constant(path, expressions.read(path, ""), owner, role);
    }

    private Number constant(TreePath path, SymbolicValue value, TreePath owner, String role)
            throws RejectedTreeException {
        if (value instanceof ConstantValue constant && constant.value() instanceof Number) {
            return (Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG);
        }
        throw javac.reject(
                path, Diagnostic.NON_CONSTANT_ATTRIBUTE, Javac.text(path.getLeaf()), Javac.text(owner.getLeaf()), role);
    }

    /** Reads several expressions, as the elements of an array. */
    ArrayValue elements(TreePath parent, List<? extends ExpressionTree> trees) throws RejectedTreeException {
        return elements(parent, trees, Mutability.ASSIGNABLE);
    }

    private ArrayValue elements(TreePath parent, List<? extends ExpressionTree> trees, Mutability mutability)
            throws RejectedTreeException {
        List<SymbolicValue> elements = new ArrayList<>();
        List<TreePath> paths = new ArrayList<>();
        for (ExpressionTree tree : trees) {
            TreePath path = child(parent, tree);
            elements.add(expressions.read(path, ""));
            paths.add(path);
        }
        return ArrayValue.mutable(elements, paths, mutability);
    }

    /** Rejects an array with an element that no statement has assigned. */
    void requireAssigned(TreePath path, SymbolicValue value) throws RejectedTreeException {
        if (value instanceof ArrayValue array) {
            int index = array.elements().indexOf(new UnassignedValue());
            if (index >= 0) {
                throw unassigned(path, index);
            }
        } else if (value instanceof StepArray array && array.equals(StepArray.empty(array.length()))) {
            expressions.stepArrays().requireFilled(path, array);
        }
    }

    private RejectedTreeException unassigned(TreePath path, int index) {
        return javac.reject(
                path,
                Diagnostic.CONSTANT_FAILS,
                Javac.text(path.getLeaf()),
                "no statement has assigned element " + index);
    }

    /** Reads {@code parts[0]}. */
    SymbolicValue element(TreePath path, ArrayAccessTree tree) throws RejectedTreeException {
        TreePath arrayPath = child(path, tree.getExpression());
        SymbolicValue array = expressions.read(arrayPath, "");
        if (array instanceof StepArray steps) {
            return expressions.stepArrays().element(path, tree, steps);
        }
        SymbolicValue index = expressions.read(child(path, tree.getIndex()), "");
        boolean isComputed = ScalarReader.isNumber(index) && !(index instanceof ConstantValue);
        if (isComputed && array instanceof ArrayValue table && ConstantArrays.isTable(table)) {
            return expressions.constantArrays().element(path, table, index);
        }
        return value(slot(path, array, arrayPath, child(path, tree.getIndex()), index), path);
    }

    /** Returns the value of an array element. */
    SymbolicValue value(Slot slot, TreePath path) throws RejectedTreeException {
        SymbolicValue value = slot.array().elements().get(slot.index());
        if (value instanceof UnassignedValue) {
            throw unassigned(path, slot.index());
        }
        return value;
    }

    /** Returns the element that {@code parts[0]} reads or assigns. */
    Slot slot(TreePath path, ArrayAccessTree tree) throws RejectedTreeException {
        return slot(path, child(path, tree.getExpression()), child(path, tree.getIndex()));
    }

    private Slot slot(TreePath path, TreePath arrayPath, TreePath indexPath) throws RejectedTreeException {
        SymbolicValue array = expressions.read(arrayPath, "");
        return slot(path, array, arrayPath, indexPath, expressions.read(indexPath, ""));
    }

    private Slot slot(TreePath path, SymbolicValue array, TreePath arrayPath, TreePath indexPath, SymbolicValue index)
            throws RejectedTreeException {
        if (!(array instanceof ArrayValue known)) {
            throw expressions.unsupported(path);
        }
        long position = constant(indexPath, index, arrayPath, "the index").longValue();
        if (position < 0 || position >= known.elements().size()) {
            String kind = javac.type(arrayPath).getKind() == TypeKind.ARRAY ? "an array" : "a list";
            String facts = "index " + position + " of " + kind + " of length "
                    + known.elements().size();
            throw javac.reject(indexPath, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), facts);
        }
        return new Slot(known, (int) position);
    }

    /**
     * Assigns a value to an element of an array or list that the body created.
     *
     * @param source expression of the value
     */
    void assign(Slot slot, SymbolicValue value, TreePath source) {
        slot.array().elements().set(slot.index(), value);
        if (slot.index() < slot.array().paths().size()) {
            slot.array().paths().set(slot.index(), source);
        }
        changes++;
    }

    /** Returns the number of changes to arrays and lists. A call that leaves it unchanged has no such effect. */
    int changeCount() {
        return changes;
    }

    /** Reads {@code List.of(a, b)}, or a method call on a list; returns empty for an unsupported method. */
    Optional<SymbolicValue> ofList(TreePath path, MethodInvocationTree call, String method)
            throws RejectedTreeException {
        List<TreePath> arguments = new ArrayList<>();
        call.getArguments().forEach(argument -> arguments.add(child(path, argument)));
        if (method.equals("of") || method.equals("copyOf")) {
            boolean ofElements = method.equals("of")
                    && !(arguments.size() == 1 && javac.type(arguments.get(0)).getKind() == TypeKind.ARRAY);
            return Optional.of(
                    ofElements
                            ? elements(path, call.getArguments(), Mutability.FIXED)
                            : copy(arguments.get(0), Mutability.FIXED));
        }
        if (!(call.getMethodSelect() instanceof MemberSelectTree select)) {
            return Optional.empty();
        }
        TreePath list = child(child(path, select), select.getExpression());
        SymbolicValue receiver = expressions.read(list, "");
        if (receiver instanceof LoopList extended) {
            return expressions.stepArrays().lists().call(path, list, extended, method, arguments);
        }
        if (receiver instanceof StepArray filled) {
            return expressions.stepArrays().call(path, list, filled, method, arguments);
        }
        return switch (method) {
            case "get" -> Optional.of(value(slot(path, list, arguments.get(0)), path));
            case "size" ->
                known(list).map(known -> new ConstantValue(known.elements().size()));
            case "isEmpty" ->
                known(list).map(known -> new ConstantValue(known.elements().isEmpty()));
            case "add" -> arguments.size() == 1 ? added(path, list, arguments.get(0)) : Optional.empty();
            case "set" -> replaced(path, list, arguments);
            case "toArray" -> Optional.of(copy(list, Mutability.ASSIGNABLE));
            default -> Optional.empty();
        };
    }

    private Optional<ArrayValue> known(TreePath list) throws RejectedTreeException {
        return expressions.read(list, "") instanceof ArrayValue known ? Optional.of(known) : Optional.empty();
    }

    private SymbolicValue copy(TreePath list, Mutability mutability) throws RejectedTreeException {
        ArrayValue source = known(list).orElseThrow(() -> expressions.unsupported(list));
        requireAssigned(list, source);
        return ArrayValue.mutable(source.elements(), source.paths(), mutability);
    }

    private Optional<SymbolicValue> added(TreePath path, TreePath list, TreePath element) throws RejectedTreeException {
        Optional<ArrayValue> known = known(list);
        if (known.isPresent()) {
            requireMutable(path, known.get(), Mutability.GROWABLE);
            SymbolicValue value = expressions.read(element, "");
            known.get().elements().add(value);
            known.get().paths().add(element);
            changes++;
        }
        return known.map(added -> new ConstantValue(true));
    }

    private Optional<SymbolicValue> replaced(TreePath path, TreePath list, List<TreePath> arguments)
            throws RejectedTreeException {
        Slot slot = slot(path, list, arguments.get(0));
        requireMutable(path, slot.array(), Mutability.ASSIGNABLE);
        SymbolicValue before = slot.array().elements().get(slot.index());
        assign(slot, expressions.read(arguments.get(1), ""), arguments.get(1));
        return Optional.of(before);
    }

    private void requireMutable(TreePath path, ArrayValue list, Mutability required) throws RejectedTreeException {
        if (list.mutability().compareTo(required) < 0) {
            throw javac.reject(
                    path,
                    Diagnostic.UNSUPPORTED_STATEMENT,
                    "changing a list by '" + Javac.text(path.getLeaf()) + "'",
                    "copy the elements into a list that the kernel creates, new ArrayList<>(list)");
        }
    }

    /** Reads {@code parts.length}; returns empty for a member of another value. */
    Optional<SymbolicValue> length(TreePath path, MemberSelectTree tree) throws RejectedTreeException {
        TreePath owner = child(path, tree.getExpression());
        TypeMirror type = javac.type(owner);
        boolean ofArray =
                tree.getIdentifier().contentEquals("length") && type != null && type.getKind() == TypeKind.ARRAY;
        SymbolicValue array = ofArray ? expressions.read(owner, "") : null;
        if (array instanceof StepArray steps) {
            return Optional.of(DimValue.of(steps.length(), TypeKind.INT));
        }
        return array instanceof ArrayValue known
                ? Optional.of(new ConstantValue(known.elements().size()))
                : Optional.empty();
    }
}
