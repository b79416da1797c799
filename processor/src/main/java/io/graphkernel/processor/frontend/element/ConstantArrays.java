package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.LoopValues;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.FieldInitializers;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.ConstantTensorData;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of {@code static final} arrays of constants, and of elements at indices that only the call knows. */
public final class ConstantArrays {

    private final Javac javac;
    private final BodyGraph graph;
    private final TensorNumbers numbers;
    private final Elements elements;
    private final Map<Element, ArrayValue> known = new HashMap<>();

    /**
     * Creates a reader.
     *
     * @param graph graph that receives the ops
     * @param numbers arithmetic on numbers of the graph
     * @param elements reader of the elements
     */
    public ConstantArrays(Javac javac, BodyGraph graph, TensorNumbers numbers, Elements elements) {
        this.javac = javac;
        this.graph = graph;
        this.numbers = numbers;
        this.elements = elements;
    }

    /** Reader of elements. */
    public interface Elements {

        /** Returns the value of an expression in the type of the elements. */
        SymbolicValue read(TypeMirror type, TreePath expression) throws RejectedTreeException;
    }

    /**
     * Reads a field.
     *
     * @param use expression that reads it
     * @return the array; empty for a field of another type, or whose elements are unknown
     * @throws RejectedTreeException if an element is not a constant
     */
    public Optional<SymbolicValue> read(TreePath use, VariableElement field) throws RejectedTreeException {
        ArrayValue earlier = known.get(field);
        if (earlier != null) {
            return Optional.of(earlier);
        }
        Optional<TreePath> initializer = isArray(field.asType())
                ? FieldInitializers.find(javac, use, field)
                        .filter(path -> path.getLeaf() instanceof NewArrayTree array && array.getInitializers() != null)
                : Optional.empty();
        if (initializer.isEmpty()) {
            return Optional.empty();
        }
        ArrayValue array = array(initializer.get(), (ArrayType) field.asType());
        known.put(field, array);
        return Optional.of(array);
    }

    /** Returns true for an array of numbers, enum constants or strings, or of such arrays. */
    private boolean isArray(TypeMirror type) {
        if (!(type instanceof ArrayType array)) {
            return false;
        }
        TypeMirror element = array.getComponentType();
        return element.getKind().isPrimitive()
                || javac.isEnum(element)
                || javac.isClass(element, String.class.getName())
                || isArray(element);
    }

    private ArrayValue array(TreePath path, ArrayType type) throws RejectedTreeException {
        List<SymbolicValue> values = new ArrayList<>();
        for (ExpressionTree tree : ((NewArrayTree) path.getLeaf()).getInitializers()) {
            values.add(element(child(path, tree), type.getComponentType()));
        }
        return ArrayValue.fixed(values);
    }

    private SymbolicValue element(TreePath path, TypeMirror type) throws RejectedTreeException {
        if (type instanceof ArrayType inner) {
            if (path.getLeaf() instanceof NewArrayTree array && array.getInitializers() != null) {
                return array(path, inner);
            }
            throw unknown(path);
        }
        SymbolicValue value = elements.read(type, path);
        if (type.getKind().isPrimitive() && !(value instanceof ConstantValue)) {
            throw unknown(path);
        }
        return value;
    }

    private RejectedTreeException unknown(TreePath path) {
        return javac.reject(
                path,
                Diagnostic.NOT_A_CONSTANT,
                Javac.text(path.getLeaf()),
                "write an expression of literals and other constants");
    }

    /** Returns true for an array whose elements are constant numbers of one type. */
    public static boolean isTable(SymbolicValue value) {
        return value instanceof ArrayValue array
                && !array.elements().isEmpty()
                && array.elements().stream().allMatch(ConstantValue.class::isInstance)
                && array.elements().stream()
                                .map(ConstantArrays::kind)
                                .distinct()
                                .count()
                        == 1;
    }

    private static TypeKind kind(SymbolicValue element) {
        return ConstantArithmetic.kind(((ConstantValue) element).value());
    }

    private Node tensor(ArrayValue table) {
        TypeKind kind = kind(table.elements().get(0));
        DataType dtype = TensorNumbers.dtype(kind);
        List<Object> constants = new ArrayList<>();
        table.elements().forEach(element -> constants.add(((ConstantValue) element).value()));
        ValueType type = new ValueType(dtype, Shape.of(List.of(Dim.of(constants.size()))));
        // Narrow integers are numbers of i32.
        TypeKind stored = dtype == DataType.I32 ? TypeKind.INT : kind;
        return graph.builder().add(Node.tensorConstant("", type, ConstantTensorData.of(constants, stored)));
    }

    /** Returns a table as an array of numbers that kernels read. */
    public StepArray stack(ArrayValue table) {
        TypeKind kind = kind(table.elements().get(0));
        return StepArray.empty(Dim.of(table.elements().size()))
                .with(new TensorNumber(tensor(table), kind), StepArray.Content.STACK);
    }

    /**
     * Returns an element of a table.
     *
     * @param path the expression
     * @param table array of constants
     * @param index a number that is not a constant; it is checked at the call unless it depends on elements of tensors
     */
    public SymbolicValue element(TreePath path, ArrayValue table, SymbolicValue index) throws RejectedTreeException {
        TypeKind kind = kind(table.elements().get(0));
        Node tensor = tensor(table);
        GraphBuilder builder = graph.builder();
        Origin origin = javac.origin(path);
        try {
            Optional<Dim> position = DimArithmetic.dim(index);
            if (position.isPresent()) {
                return new TensorNumber(LoopValues.slice(builder, tensor, 0, position.get(), origin), kind);
            }
            Node number = numbers.tensor(path, index, TypeKind.INT).node();
            Attributes axis = Attributes.NONE.with(Attributes.AXIS, 0L);
            return new TensorNumber(builder.operation("Gather", List.of(tensor, number), axis, "", origin), kind);
        } catch (TypeException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        }
    }
}
