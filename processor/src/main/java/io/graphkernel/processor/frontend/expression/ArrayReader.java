package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.ListTypes;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import java.util.ArrayList;
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

    private final Javac javac;
    private final ExpressionReader expressions;

    ArrayReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /**
     * Returns true if a variable of a kernel method may have this type: an array of axes or dims, or an array or list
     * of tensors or records.
     */
    static boolean isSupported(Javac javac, TypeMirror type) {
        boolean numbers = type instanceof ArrayType array
                && (array.getComponentType().getKind() == TypeKind.INT
                        || array.getComponentType().getKind() == TypeKind.LONG);
        return numbers || new ListTypes(javac).element(type).isPresent();
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

    /** Reads {@code new int[] {0, 1}}, or the same without its type. */
    ArrayValue created(TreePath path, NewArrayTree tree) throws RejectedTreeException {
        TypeMirror type = javac.type(path);
        if (tree.getInitializers() == null || (type != null && !isSupported(javac, type))) {
            throw expressions.unsupported(path);
        }
        return elements(path, tree.getInitializers());
    }

    /** Reads several expressions. */
    ArrayValue elements(TreePath parent, List<? extends ExpressionTree> trees) throws RejectedTreeException {
        List<SymbolicValue> elements = new ArrayList<>();
        List<TreePath> paths = new ArrayList<>();
        for (ExpressionTree tree : trees) {
            TreePath path = child(parent, tree);
            elements.add(expressions.read(path, ""));
            paths.add(path);
        }
        return new ArrayValue(List.copyOf(elements), List.copyOf(paths));
    }

    /** Reads {@code parts[0]}. */
    SymbolicValue element(TreePath path, ArrayAccessTree tree) throws RejectedTreeException {
        return element(path, child(path, tree.getExpression()), child(path, tree.getIndex()));
    }

    private SymbolicValue element(TreePath path, TreePath arrayPath, TreePath indexPath) throws RejectedTreeException {
        SymbolicValue array = expressions.read(arrayPath, "");
        SymbolicValue index = expressions.read(indexPath, "");
        if (!(array instanceof ArrayValue known)) {
            throw expressions.unsupported(path);
        }
        if (!(index instanceof ConstantValue constant) || !(constant.value() instanceof Number)) {
            throw javac.reject(
                    indexPath,
                    Diagnostic.NON_CONSTANT_ATTRIBUTE,
                    Javac.text(indexPath.getLeaf()),
                    Javac.text(arrayPath.getLeaf()),
                    "the index");
        }
        long position = (Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG);
        if (position < 0 || position >= known.elements().size()) {
            String kind = javac.type(arrayPath).getKind() == TypeKind.ARRAY ? "an array" : "a list";
            String facts = "index " + position + " of " + kind + " of length "
                    + known.elements().size();
            throw javac.reject(indexPath, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), facts);
        }
        return known.elements().get((int) position);
    }

    /** Reads {@code List.of(a, b)}, or a method call on a list; returns empty for an unsupported method. */
    Optional<SymbolicValue> ofList(TreePath path, MethodInvocationTree call, String method)
            throws RejectedTreeException {
        List<? extends ExpressionTree> arguments = call.getArguments();
        if (method.equals("of")) {
            boolean ofArray = arguments.size() == 1
                    && javac.type(child(path, arguments.get(0))).getKind() == TypeKind.ARRAY;
            return Optional.of(
                    ofArray ? expressions.read(child(path, arguments.get(0)), "") : elements(path, arguments));
        }
        if (!(call.getMethodSelect() instanceof MemberSelectTree select)) {
            return Optional.empty();
        }
        TreePath list = child(child(path, select), select.getExpression());
        return switch (method) {
            case "get" -> Optional.of(element(path, list, child(path, arguments.get(0))));
            case "size" ->
                expressions.read(list, "") instanceof ArrayValue known
                        ? Optional.of(new ConstantValue(known.elements().size()))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Reads {@code parts.length}; returns empty for a member of another value. */
    Optional<SymbolicValue> length(TreePath path, MemberSelectTree tree) throws RejectedTreeException {
        TreePath owner = child(path, tree.getExpression());
        TypeMirror type = javac.type(owner);
        boolean ofArray =
                tree.getIdentifier().contentEquals("length") && type != null && type.getKind() == TypeKind.ARRAY;
        if (ofArray && expressions.read(owner, "") instanceof ArrayValue array) {
            return Optional.of(new ConstantValue(array.elements().size()));
        }
        return Optional.empty();
    }
}
