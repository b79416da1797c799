package io.graphkernel.processor.frontend.element;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/**
 * Java's arithmetic on numbers of which at least one depends on elements of tensors. Each operator becomes an op over
 * scalars that applies an element function, so that results have Java's bits.
 */
public final class TensorNumbers {

    private final Javac javac;
    private final BodyGraph graph;
    private final NumberReader numbers;

    public TensorNumbers(Javac javac, BodyGraph graph, NumberReader numbers) {
        this.javac = javac;
        this.graph = graph;
        this.numbers = numbers;
    }

    /** Returns the dtype of the scalar that holds a number of a primitive type. */
    public static DataType dtype(TypeKind type) {
        return ElementBody.dtype(type);
    }

    /** Returns the primitive type of a number or boolean. */
    public static TypeKind type(SymbolicValue value) {
        if (value instanceof TensorNumber number) {
            return number.type();
        }
        return value instanceof DimValue size ? size.type() : ScalarArithmetic.type(value);
    }

    /**
     * Returns a value whose numbers are scalars where they are given.
     *
     * @param path expression for messages
     * @param value a record, or another value
     * @param leaves paths of the numbers
     */
    public SymbolicValue widened(TreePath path, SymbolicValue value, Set<String> leaves) throws RejectedTreeException {
        List<SymbolicValue> widened = new ArrayList<>();
        for (Map.Entry<String, SymbolicValue> leaf : value.leaves().entrySet()) {
            SymbolicValue number = leaf.getValue();
            widened.add(leaves.contains(leaf.getKey()) ? tensor(path, number, type(number)) : number);
        }
        Iterator<SymbolicValue> next = widened.iterator();
        return value.withLeaves(leaf -> next.next());
    }

    /** Returns the result of a binary operator. */
    public SymbolicValue binary(TreePath path, Tree.Kind operator, SymbolicValue left, SymbolicValue right)
            throws RejectedTreeException {
        Application application = new Application(path);
        ElementValue a = application.operand(left);
        ElementValue b = application.operand(right);
        return application.result(application.arithmetic.binary(operator, a, b));
    }

    /** Returns the result of a unary operator. */
    public SymbolicValue unary(TreePath path, Tree.Kind operator, SymbolicValue operand) throws RejectedTreeException {
        Application application = new Application(path);
        return application.result(application.arithmetic.unary(operator, application.operand(operand)));
    }

    /** Converts a number, as a cast or assignment does. */
    public SymbolicValue convert(TreePath path, SymbolicValue number, TypeKind type) throws RejectedTreeException {
        if (type(number) == type) {
            return number;
        }
        Application application = new Application(path);
        return application.result(application.arithmetic.convert(application.operand(number), type));
    }

    /** Chooses between two numbers of a type. */
    public SymbolicValue select(
            TreePath path, SymbolicValue condition, SymbolicValue yes, SymbolicValue no, TypeKind type)
            throws RejectedTreeException {
        Application application = new Application(path);
        ElementValue choice = application.operand(condition);
        ElementValue a = application.arithmetic.convert(application.operand(yes), type);
        ElementValue b = application.arithmetic.convert(application.operand(no), type);
        return application.result(application.arithmetic.select(choice, a, b));
    }

    /**
     * Calls a static method of {@code java.lang}.
     *
     * @param owner qualified name of its class
     * @param types types of its parameters
     * @return the result; empty if no op computes it
     */
    public Optional<SymbolicValue> call(
            TreePath path, String owner, String name, List<TypeKind> types, List<SymbolicValue> arguments)
            throws RejectedTreeException {
        Application application = new Application(path);
        List<ElementValue> operands = new ArrayList<>();
        for (SymbolicValue argument : arguments) {
            operands.add(application.operand(argument));
        }
        ElementMath math = new ElementMath(application.body, application.arithmetic);
        Optional<ElementValue> result = math.call(owner, name, types, operands);
        return result.isPresent() ? Optional.of(application.result(result.get())) : Optional.empty();
    }

    /**
     * Returns a number as a scalar tensor.
     *
     * @param type its primitive type
     */
    public TensorNumber tensor(TreePath path, SymbolicValue number, TypeKind type) throws RejectedTreeException {
        if (number instanceof TensorNumber tensor && tensor.type() == type) {
            return tensor;
        }
        Application application = new Application(path);
        ElementValue value = application.arithmetic.convert(application.operand(number), type);
        if (value instanceof Constant constant) {
            Node element = application.constant(constant);
            return new TensorNumber(application.filled(element), type);
        }
        return application.tensor(application.function(value), type);
    }

    /** Application of one element function to numbers. */
    private final class Application {

        private final TreePath path;
        private final Origin origin;
        private final ElementBody body = new ElementBody();
        private final ElementArithmetic arithmetic = new ElementArithmetic(body);
        private final List<Node> operands = new ArrayList<>();

        Application(TreePath path) {
            this.path = path;
            this.origin = javac.origin(path);
            body.at(origin);
        }

        ElementValue operand(SymbolicValue value) throws RejectedTreeException {
            if (value instanceof ConstantValue constant) {
                return new Constant(constant.value());
            }
            TypeKind type = type(value);
            if (value instanceof TensorNumber number) {
                return parameter(number.node(), type);
            }
            if (type != TypeKind.BOOLEAN) {
                return parameter(numbers.operand(path, value, type, dtype(type), ""), type);
            }
            SymbolicValue bit =
                    ScalarArithmetic.choice(value, new ConstantValue(1), new ConstantValue(0), TypeKind.INT);
            Scalar integer = parameter(numbers.operand(path, bit, TypeKind.INT, DataType.I32, ""), TypeKind.INT);
            return arithmetic.binary(Tree.Kind.NOT_EQUAL_TO, integer, new Constant(0));
        }

        private Scalar parameter(Node operand, TypeKind type) {
            operands.add(operand);
            return new Scalar(body.parameter("x" + operands.size(), operand.dtype()), type);
        }

        SymbolicValue result(ElementValue value) throws RejectedTreeException {
            return value instanceof Constant constant
                    ? new ConstantValue(constant.value())
                    : tensor(function(value), ElementArithmetic.kind(value));
        }

        ScalarFunction function(ElementValue value) {
            return body.function("number", List.of(arithmetic.node(value)));
        }

        TensorNumber tensor(ScalarFunction function, TypeKind type) throws RejectedTreeException {
            if (operands.stream().allMatch(Node::isNumber)) {
                operands.set(0, filled(operands.get(0)));
            }
            Attributes attributes = Attributes.NONE.with(ScalarFunction.ATTRIBUTE, function.text());
            return new TensorNumber(operation(BasicOps.MAP, operands, attributes), type);
        }

        Node constant(Constant constant) {
            DataType dtype = dtype(ConstantArithmetic.kind(constant.value()));
            Object value = constant.value();
            Number number = value instanceof Boolean truth
                    ? Long.valueOf(truth ? 1 : 0)
                    : (Number) ConstantArithmetic.convert(value, javaType(dtype));
            return graph.builder().constant(number, dtype);
        }

        Node filled(Node number) throws RejectedTreeException {
            return operation("FillV2", List.of(number), Attributes.NONE.with(Attributes.DIMS, List.of()));
        }

        private Node operation(String op, List<Node> inputs, Attributes attributes) throws RejectedTreeException {
            try {
                return graph.builder().operation(op, inputs, attributes, "", origin);
            } catch (TypeException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static TypeKind javaType(DataType dtype) {
        return switch (dtype) {
            case I64 -> TypeKind.LONG;
            case F32 -> TypeKind.FLOAT;
            case F64 -> TypeKind.DOUBLE;
            default -> TypeKind.INT;
        };
    }
}
