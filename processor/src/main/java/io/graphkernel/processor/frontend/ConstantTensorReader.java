package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DTypeValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.BasicOps;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;

/**
 * Reads {@code Tensor.of(array, dims)}: a constant tensor. The array is written where it is used, or initializes a
 * {@code static final} field of the same source file; class files do not have the elements of arrays.
 */
final class ConstantTensorReader {

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;

    ConstantTensorReader(Javac javac, BodyGraph graph, ExpressionReader expressions) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
    }

    Value read(TreePath path, MethodInvocationTree call, ExecutableElement method, String label) throws Rejected {
        boolean named = !(method.getParameters().get(0).asType() instanceof ArrayType);
        int position = named ? 1 : 0;
        TypeKind element = ((ArrayType) method.getParameters().get(position).asType())
                .getComponentType()
                .getKind();
        DType dtype = named ? dtype(child(path, call.getArguments().get(0)), element) : natural(element);
        TreePath array = child(path, call.getArguments().get(position));
        List<Object> elements = elements(array);
        List<Long> dims = dims(
                path,
                call.getArguments().subList(position + 1, call.getArguments().size()));
        requireCount(path, elements.size(), dims);
        DType stored = dtype.isHalf() ? DType.F32 : dtype;
        ValueType type =
                new ValueType(stored, Shape.of(dims.stream().map(Dim::of).toList()));
        Node constant =
                graph.builder().add(Node.tensorConstant(dtype.isHalf() ? "" : label, type, data(elements, element)));
        return new TensorValue(dtype.isHalf() ? rounded(path, constant, dtype, label) : constant);
    }

    private static DType natural(TypeKind element) {
        return switch (element) {
            case FLOAT -> DType.F32;
            case DOUBLE -> DType.F64;
            case INT -> DType.I32;
            case LONG -> DType.I64;
            case BYTE -> DType.I8;
            default -> DType.BOOL;
        };
    }

    /** A dtype that is named. */
    private DType dtype(TreePath path, TypeKind element) throws Rejected {
        List<DType> possible =
                element == TypeKind.FLOAT ? List.of(DType.F32, DType.F16, DType.BF16) : List.of(DType.I8, DType.U8);
        if (!(expressions.read(path, "") instanceof DTypeValue value) || !possible.contains(value.dtype())) {
            String java = element == TypeKind.FLOAT ? "float" : "byte";
            throw javac.reject(path, Diagnostic.CONSTANT_DTYPE, java, Javac.text(path.getLeaf()), possible);
        }
        return value.dtype();
    }

    /** The elements, boxed; all of them are known. */
    private List<Object> elements(TreePath path) throws Rejected {
        if (path.getLeaf() instanceof NewArrayTree tree && tree.getInitializers() != null) {
            List<Object> elements = new ArrayList<>();
            for (ExpressionTree each : tree.getInitializers()) {
                TreePath at = child(path, each);
                elements.add(constant(at, expressions.read(at, "")));
            }
            return elements;
        }
        Element variable = javac.element(path);
        if (variable != null && variable.getKind() == ElementKind.FIELD) {
            return elements(initializer(path, variable));
        }
        if (path.getLeaf() instanceof IdentifierTree && expressions.read(path, "") instanceof ArrayValue array) {
            List<Object> elements = new ArrayList<>();
            for (Value each : array.elements()) {
                elements.add(constant(path, each));
            }
            return elements;
        }
        throw unknown(path);
    }

    private TreePath initializer(TreePath use, Element field) throws Rejected {
        TreePath declared = javac.trees().getPath(field);
        boolean here = declared != null
                && declared.getCompilationUnit() == use.getCompilationUnit()
                && field.getModifiers().containsAll(List.of(Modifier.STATIC, Modifier.FINAL));
        if (here
                && declared.getLeaf() instanceof VariableTree variable
                && variable.getInitializer() instanceof NewArrayTree array
                && array.getInitializers() != null) {
            return child(declared, array);
        }
        throw unknown(use);
    }

    private Object constant(TreePath path, Value value) throws Rejected {
        if (value instanceof ConstantValue constant) {
            return constant.value();
        }
        throw unknown(path);
    }

    private Rejected unknown(TreePath path) {
        return javac.reject(path, Diagnostic.CONSTANT_UNKNOWN, Javac.text(path.getLeaf()));
    }

    /** Given one by one, or as an array. */
    private List<Long> dims(TreePath call, List<? extends ExpressionTree> trees) throws Rejected {
        List<Long> dims = new ArrayList<>();
        for (ExpressionTree tree : trees) {
            TreePath path = child(call, tree);
            Value value = expressions.read(path, "");
            for (Value each : value instanceof ArrayValue array ? array.elements() : List.of(value)) {
                if (!(each instanceof ConstantValue constant)) {
                    throw javac.reject(
                            path, Diagnostic.NON_CONSTANT_ATTRIBUTE, Javac.text(tree), "Tensor.of", "the dims");
                }
                dims.add((Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG));
            }
        }
        return dims;
    }

    private void requireCount(TreePath call, int elements, List<Long> dims) throws Rejected {
        long count = dims.size() > Shape.MOST_DIMS ? -1 : 1;
        for (long dim : dims) {
            // As many elements as an array has fit into a long several times over.
            count = dim < 0 || dim > Integer.MAX_VALUE || count > Integer.MAX_VALUE ? -1 : count * dim;
        }
        if (count != elements) {
            throw javac.reject(call, Diagnostic.CONSTANT_COUNT, Javac.text(call.getLeaf()), elements, dims);
        }
    }

    private static ConstantData data(List<Object> elements, TypeKind type) {
        DType dtype = natural(type);
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(elements.size(), dtype.byteSize()))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Object element : elements) {
            Object value = ConstantArithmetic.convert(element, type);
            switch (dtype) {
                case F32 -> bytes.putFloat((Float) value);
                case F64 -> bytes.putDouble((Double) value);
                case I32 -> bytes.putInt((Integer) value);
                case I64 -> bytes.putLong((Long) value);
                case I8 -> bytes.put((Byte) value);
                default -> bytes.put((byte) ((Boolean) value ? 1 : 0));
            }
        }
        return ConstantData.of(bytes.array());
    }

    /** Rounds as the plain method does, to nearest even. */
    private Node rounded(TreePath path, Node constant, DType dtype, String label) {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
        try {
            return graph.builder().operation(BasicOps.CAST, List.of(constant), attributes, label, javac.origin(path));
        } catch (TypeException e) {
            throw new IllegalStateException("no cast of " + constant, e);
        }
    }
}
