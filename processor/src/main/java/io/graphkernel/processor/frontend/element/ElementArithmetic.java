package io.graphkernel.processor.frontend.element;

import static java.util.Map.entry;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.element.ElementValue.Undetermined;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Java's arithmetic on elements: constants are folded, other values become ops with the same bits. */
final class ElementArithmetic {

    private static final Map<Tree.Kind, String> OPS = Map.ofEntries(
            entry(Tree.Kind.PLUS, "Add"),
            entry(Tree.Kind.MINUS, "Sub"),
            entry(Tree.Kind.MULTIPLY, "Mul"),
            entry(Tree.Kind.REMAINDER, "Mod"),
            entry(Tree.Kind.EQUAL_TO, "Equal"),
            entry(Tree.Kind.NOT_EQUAL_TO, "NotEqual"),
            entry(Tree.Kind.LESS_THAN, "Less"),
            entry(Tree.Kind.LESS_THAN_EQUAL, "LessEqual"),
            entry(Tree.Kind.GREATER_THAN, "Greater"),
            entry(Tree.Kind.GREATER_THAN_EQUAL, "GreaterEqual"));

    private final ElementBody body;
    private final BitArithmetic bits;
    private final Optional<IntegerDivisionCheck> remainders;

    /** Creates the arithmetic of values whose integer divisions are checked elsewhere. */
    ElementArithmetic(ElementBody body) {
        this(body, Optional.empty());
    }

    ElementArithmetic(ElementBody body, Optional<IntegerDivisionCheck> remainders) {
        this.body = body;
        this.bits = new BitArithmetic(body);
        this.remainders = remainders;
    }

    BitArithmetic bits() {
        return bits;
    }

    /** Returns the primitive type of a number or boolean. */
    static TypeKind kind(ElementValue value) {
        return value instanceof Constant constant ? ConstantArithmetic.kind(constant.value()) : ((Scalar) value).kind();
    }

    /** Returns the initial value of a field of a primitive type. */
    ElementValue zero(TypeKind type) {
        return type == TypeKind.BOOLEAN ? Constant.FALSE : convert(new Constant(0), type);
    }

    /** Returns the node of a number or boolean. */
    Node node(ElementValue value) {
        return value instanceof Constant constant
                ? body.constant(constant.value(), ElementBody.dtype(kind(value)))
                : ((Scalar) value).node();
    }

    /** Converts a number, as a cast or an assignment does. */
    ElementValue convert(ElementValue value, TypeKind target) {
        if (value instanceof Constant constant) {
            if (target == TypeKind.FLOAT || target == TypeKind.DOUBLE) {
                remainders.ifPresent(check -> check.becomesElement(constant));
            }
            return derived(new Constant(ConstantArithmetic.convert(constant.value(), target)), constant);
        }
        Scalar scalar = (Scalar) value;
        TypeKind from = scalar.kind();
        if (from == target || from == TypeKind.BOOLEAN) {
            return scalar;
        }
        DataType dtype = ElementBody.dtype(target);
        if (dtype != DataType.I32) {
            return new Scalar(body.cast(scalar.node(), dtype), target);
        }
        if (from == TypeKind.LONG) {
            Node low = bits.narrowed(scalar.node(), target);
            return new Scalar(body.cast(low, dtype), target);
        }
        Node integer = body.cast(scalar.node(), dtype);
        TypeKind known = from == TypeKind.FLOAT || from == TypeKind.DOUBLE ? TypeKind.INT : from;
        boolean widens = target == TypeKind.INT || known == TypeKind.BYTE && target == TypeKind.SHORT;
        return new Scalar(widens ? integer : bits.narrowed(integer, target), target);
    }

    private Constant derived(Constant result, Constant operand) {
        remainders.ifPresent(check -> check.derived(result, operand));
        return result;
    }

    /** Returns the result of a unary operator. */
    ElementValue unary(Tree.Kind operator, ElementValue operand) {
        if (operand instanceof Constant constant) {
            return derived(new Constant(ConstantArithmetic.unary(operator, constant.value())), constant);
        }
        if (operator == Tree.Kind.LOGICAL_COMPLEMENT) {
            return not(operand);
        }
        TypeKind type = ConstantArithmetic.promoted(kind(operand));
        Node node = node(operand);
        return switch (operator) {
            case UNARY_PLUS -> new Scalar(node, type);
            case UNARY_MINUS -> new Scalar(body.op("Neg", node), type);
            case BITWISE_COMPLEMENT -> new Scalar(bits.complement(node), type);
            default -> throw new IllegalArgumentException(operator.name());
        };
    }

    /**
     * Returns the result of a binary operator.
     *
     * @throws ArithmeticException if a constant integer is divided by zero
     */
    ElementValue binary(Tree.Kind operator, ElementValue left, ElementValue right) {
        if (left instanceof Constant a && right instanceof Constant b) {
            Constant result = new Constant(ConstantArithmetic.binary(operator, a.value(), b.value()));
            return derived(derived(result, a), b);
        }
        if (kind(left) == TypeKind.BOOLEAN) {
            return logical(operator, left, right);
        }
        if (BitArithmetic.isShift(operator)) {
            TypeKind type = ConstantArithmetic.promoted(kind(left));
            return new Scalar(bits.shifted(operator, node(convert(left, type)), node(convert(right, type))), type);
        }
        TypeKind type = ConstantArithmetic.promoted(kind(left), kind(right));
        Node a = node(convert(left, type));
        Node b = node(convert(right, type));
        if (BitArithmetic.isBitwise(operator)) {
            return new Scalar(bits.combined(operator, a, b), type);
        }
        String op = operator == Tree.Kind.DIVIDE ? a.dtype().isFloating() ? "RealDiv" : "Div" : OPS.get(operator);
        Node result = body.op(op, a, b);
        return new Scalar(result, result.dtype() == DataType.BOOL ? TypeKind.BOOLEAN : type);
    }

    private ElementValue logical(Tree.Kind operator, ElementValue left, ElementValue right) {
        return switch (operator) {
            case AND, CONDITIONAL_AND -> and(left, right);
            case OR, CONDITIONAL_OR -> or(left, right);
            case XOR, NOT_EQUAL_TO -> xor(left, right);
            default -> not(xor(left, right));
        };
    }

    ElementValue and(ElementValue left, ElementValue right) {
        if (left.isFalse() || right.isTrue() || left.equals(right)) {
            return left;
        }
        return right.isFalse() || left.isTrue() ? right : bool("LogicalAnd", left, right);
    }

    ElementValue or(ElementValue left, ElementValue right) {
        if (left.isTrue() || right.isFalse() || left.equals(right)) {
            return left;
        }
        return right.isTrue() || left.isFalse() ? right : bool("LogicalOr", left, right);
    }

    private ElementValue xor(ElementValue left, ElementValue right) {
        if (left instanceof Constant) {
            return left.isTrue() ? not(right) : right;
        }
        if (right instanceof Constant) {
            return right.isTrue() ? not(left) : left;
        }
        return bool("LogicalXor", left, right);
    }

    ElementValue not(ElementValue operand) {
        return operand instanceof Constant
                ? operand.isTrue() ? Constant.FALSE : Constant.TRUE
                : bool("LogicalNot", operand);
    }

    private ElementValue bool(String op, ElementValue... operands) {
        Node[] nodes = new Node[operands.length];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = node(operands[i]);
        }
        return new Scalar(body.op(op, nodes), TypeKind.BOOLEAN);
    }

    /** Chooses between values of one type. */
    ElementValue select(ElementValue condition, ElementValue yes, ElementValue no) {
        if (condition instanceof Constant) {
            return condition.isTrue() ? yes : no;
        }
        if (yes.equals(no)) {
            return yes;
        }
        if (yes instanceof Elements first
                && no instanceof Elements second
                && first.elements().size() == second.elements().size()) {
            List<ElementValue> elements = new ArrayList<>();
            for (int i = 0; i < first.elements().size(); i++) {
                elements.add(select(
                        condition, first.elements().get(i), second.elements().get(i)));
            }
            return new Elements(elements);
        }
        if (yes instanceof Components record && no instanceof Components other) {
            Map<String, ElementValue> components = new LinkedHashMap<>();
            record.components()
                    .forEach((name, value) -> components.put(
                            name, select(condition, value, other.components().get(name))));
            return new Components(components);
        }
        if (!yes.isNumber() || !no.isNumber()) {
            return new Undetermined();
        }
        TypeKind type = kind(yes);
        if (type == TypeKind.BOOLEAN) {
            if (yes instanceof Constant) {
                return yes.isTrue() ? or(condition, no) : and(not(condition), no);
            }
            if (no instanceof Constant) {
                return no.isTrue() ? or(not(condition), yes) : and(condition, yes);
            }
        }
        return new Scalar(body.op("Select", node(condition), node(yes), node(no)), type);
    }
}
