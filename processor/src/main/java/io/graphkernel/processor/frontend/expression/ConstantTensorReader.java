package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.FieldInitializers;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.ConstantTensorData;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;

/**
 * Reader of {@code Tensor.of(array, dims)}, a constant tensor. The array is either inline or the initializer of a
 * {@code static final} field of the same source file, since class files omit the elements of arrays.
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

    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method, String label)
            throws RejectedTreeException {
        boolean named = !(method.getParameters().get(0).asType() instanceof ArrayType);
        int position = named ? 1 : 0;
        TypeKind element = ((ArrayType) method.getParameters().get(position).asType())
                .getComponentType()
                .getKind();
        DataType dtype =
                named ? dtype(child(path, call.getArguments().get(0)), element) : ConstantTensorData.natural(element);
        TreePath array = child(path, call.getArguments().get(position));
        List<Object> elements = elements(array);
        List<Long> dims = dims(
                path,
                call.getArguments().subList(position + 1, call.getArguments().size()));
        requireCount(path, elements.size(), dims);
        boolean isNarrow = dtype.isNarrowFloat();
        DataType stored = dtype.computeType();
        ValueType type =
                new ValueType(stored, Shape.of(dims.stream().map(Dim::of).toList()));
        Node constant = graph.builder()
                .add(Node.tensorConstant(isNarrow ? "" : label, type, ConstantTensorData.of(elements, element)));
        return new TensorValue(isNarrow ? rounded(path, constant, dtype, label) : constant);
    }

    /** Reads an explicit dtype. */
    private DataType dtype(TreePath path, TypeKind element) throws RejectedTreeException {
        DataType natural = ConstantTensorData.natural(element);
        List<DataType> possible = element == TypeKind.FLOAT
                ? Arrays.stream(DataType.values())
                        .filter(dtype -> dtype.computeType() == DataType.F32)
                        .toList()
                : Arrays.stream(DataType.values())
                        .filter(dtype -> dtype.isInteger() && dtype.byteSize() == natural.byteSize())
                        .toList();
        if (!(expressions.read(path, "") instanceof DTypeValue value) || !possible.contains(value.dtype())) {
            String java = element.name().toLowerCase(Locale.ROOT);
            throw javac.reject(path, Diagnostic.CONSTANT_DTYPE, java, Javac.text(path.getLeaf()), possible);
        }
        return value.dtype();
    }

    /** Returns the boxed elements, all of which must be constants. */
    private List<Object> elements(TreePath path) throws RejectedTreeException {
        if (path.getLeaf() instanceof NewArrayTree tree && tree.getInitializers() != null) {
            List<Object> elements = new ArrayList<>();
            for (ExpressionTree expression : tree.getInitializers()) {
                TreePath at = child(path, expression);
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
            for (SymbolicValue element : array.elements()) {
                elements.add(constant(path, element));
            }
            return elements;
        }
        throw unknown(path);
    }

    private TreePath initializer(TreePath use, Element field) throws RejectedTreeException {
        return FieldInitializers.find(javac, use, field)
                .filter(path -> path.getLeaf() instanceof NewArrayTree array && array.getInitializers() != null)
                .orElseThrow(() -> unknown(use));
    }

    private Object constant(TreePath path, SymbolicValue value) throws RejectedTreeException {
        if (value instanceof ConstantValue constant) {
            return constant.value();
        }
        throw unknown(path);
    }

    private RejectedTreeException unknown(TreePath path) {
        return javac.reject(path, Diagnostic.CONSTANT_UNKNOWN, Javac.text(path.getLeaf()));
    }

    /** Reads dims, which are separate arguments or an array. */
    private List<Long> dims(TreePath call, List<? extends ExpressionTree> trees) throws RejectedTreeException {
        List<Long> dims = new ArrayList<>();
        for (ExpressionTree tree : trees) {
            TreePath path = child(call, tree);
            SymbolicValue value = expressions.read(path, "");
            for (SymbolicValue element : value instanceof ArrayValue array ? array.elements() : List.of(value)) {
                if (!(element instanceof ConstantValue constant)) {
                    throw javac.reject(
                            path, Diagnostic.NON_CONSTANT_ATTRIBUTE, Javac.text(tree), "Tensor.of", "the dims");
                }
                dims.add((Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG));
            }
        }
        return dims;
    }

    private void requireCount(TreePath call, int elements, List<Long> dims) throws RejectedTreeException {
        long count = dims.size() > Shape.MAX_DIMS ? -1 : 1;
        for (long dim : dims) {
            // The maximum number of array elements fits into a long several times over.
            count = dim < 0 || dim > Integer.MAX_VALUE || count > Integer.MAX_VALUE ? -1 : count * dim;
        }
        if (count != elements) {
            throw javac.reject(call, Diagnostic.CONSTANT_COUNT, Javac.text(call.getLeaf()), elements, dims);
        }
    }

    /** Rounds to nearest even, as eager execution does. */
    private Node rounded(TreePath path, Node constant, DataType dtype, String label) {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
        try {
            return graph.builder().operation(BasicOps.CAST, List.of(constant), attributes, label, javac.origin(path));
        } catch (TypeException e) {
            throw new IllegalStateException("no cast of " + constant, e);
        }
    }
}
