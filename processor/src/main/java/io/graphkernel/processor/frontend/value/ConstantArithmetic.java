package io.graphkernel.processor.frontend.value;

import com.sun.source.tree.Tree;
import javax.lang.model.type.TypeKind;

/** Java's arithmetic on boxed constants, with its promotions. */
public final class ConstantArithmetic {

    private ConstantArithmetic() {}

    /** Returns the primitive type of a boxed constant. */
    public static TypeKind kind(Object constant) {
        if (constant instanceof Boolean) {
            return TypeKind.BOOLEAN;
        }
        if (constant instanceof Character) {
            return TypeKind.CHAR;
        }
        if (constant instanceof Byte) {
            return TypeKind.BYTE;
        }
        if (constant instanceof Short) {
            return TypeKind.SHORT;
        }
        if (constant instanceof Integer) {
            return TypeKind.INT;
        }
        if (constant instanceof Long) {
            return TypeKind.LONG;
        }
        return constant instanceof Float ? TypeKind.FLOAT : TypeKind.DOUBLE;
    }

    /** Returns the type after unary numeric promotion. */
    public static TypeKind promoted(TypeKind kind) {
        return switch (kind) {
            case BYTE, SHORT, CHAR -> TypeKind.INT;
            default -> kind;
        };
    }

    /** Returns the type after binary numeric promotion. */
    public static TypeKind promoted(TypeKind left, TypeKind right) {
        for (TypeKind wider : new TypeKind[] {TypeKind.BOOLEAN, TypeKind.DOUBLE, TypeKind.FLOAT, TypeKind.LONG}) {
            if (left == wider || right == wider) {
                return wider;
            }
        }
        return TypeKind.INT;
    }

    /** Converts a constant, as a cast or assignment does. */
    public static Object convert(Object constant, TypeKind target) {
        if (constant instanceof Boolean) {
            return constant;
        }
        Number number = constant instanceof Character character ? Integer.valueOf(character) : (Number) constant;
        boolean floating = number instanceof Float || number instanceof Double;
        return switch (target) {
            case BYTE -> (byte) (floating ? (int) number.doubleValue() : number.longValue());
            case SHORT -> (short) (floating ? (int) number.doubleValue() : number.longValue());
            case CHAR -> (char) (floating ? (int) number.doubleValue() : number.longValue());
            case INT -> floating ? (int) number.doubleValue() : (int) number.longValue();
            case LONG -> floating ? (long) number.doubleValue() : number.longValue();
            case FLOAT -> number.floatValue();
            case DOUBLE -> number.doubleValue();
            default -> constant;
        };
    }

    public static Object unary(Tree.Kind operator, Object operand) {
        if (operator == Tree.Kind.LOGICAL_COMPLEMENT) {
            return !(Boolean) operand;
        }
        Object value = convert(operand, promoted(kind(operand)));
        return switch (operator) {
            case UNARY_PLUS -> value;
            case UNARY_MINUS -> negated(value);
            case BITWISE_COMPLEMENT -> value instanceof Long number ? (Object) ~number : (Object) ~(Integer) value;
            default -> throw new IllegalArgumentException(operator.name());
        };
    }

    private static Object negated(Object value) {
        if (value instanceof Integer number) {
            return -number;
        }
        if (value instanceof Long number) {
            return -number;
        }
        return value instanceof Float number ? (Object) (-number) : (Object) (-(Double) value);
    }

    /**
     * Combines two constants.
     *
     * @throws ArithmeticException if an integer is divided by zero
     */
    public static Object binary(Tree.Kind operator, Object left, Object right) {
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return logical(operator, a, b);
        }
        switch (operator) {
            case LEFT_SHIFT, RIGHT_SHIFT, UNSIGNED_RIGHT_SHIFT:
                Object distance = convert(right, TypeKind.LONG);
                return shifted(operator, convert(left, promoted(kind(left))), (int) (long) (Long) distance);
            default:
        }
        TypeKind type = promoted(kind(left), kind(right));
        Object a = convert(left, type);
        Object b = convert(right, type);
        return switch (type) {
            case DOUBLE -> floating(operator, (Double) a, (Double) b);
            case FLOAT -> single(operator, (Float) a, (Float) b);
            case LONG -> integral(operator, (Long) a, (Long) b);
            default -> narrowed(integral(operator, (Integer) a, (Integer) b));
        };
    }

    /**
     * Narrows to 32 bits. 32-bit arithmetic equals 64-bit arithmetic on the low 32 bits, even for division, since only
     * MIN / -1 overflows.
     */
    private static Object narrowed(Object result) {
        return result instanceof Long number ? (Object) (int) (long) number : result;
    }

    private static Object logical(Tree.Kind operator, boolean a, boolean b) {
        return switch (operator) {
            case AND, CONDITIONAL_AND -> a & b;
            case OR, CONDITIONAL_OR -> a | b;
            case XOR, NOT_EQUAL_TO -> a ^ b;
            case EQUAL_TO -> a == b;
            default -> throw new IllegalArgumentException(operator.name());
        };
    }

    private static Object shifted(Tree.Kind operator, Object value, int distance) {
        if (value instanceof Long number) {
            return switch (operator) {
                case LEFT_SHIFT -> number << distance;
                case RIGHT_SHIFT -> number >> distance;
                default -> number >>> distance;
            };
        }
        int number = (Integer) value;
        return switch (operator) {
            case LEFT_SHIFT -> number << distance;
            case RIGHT_SHIFT -> number >> distance;
            default -> number >>> distance;
        };
    }

    private static Object integral(Tree.Kind operator, long a, long b) {
        return switch (operator) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case REMAINDER -> a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case EQUAL_TO -> a == b;
            case NOT_EQUAL_TO -> a != b;
            case LESS_THAN -> a < b;
            case LESS_THAN_EQUAL -> a <= b;
            case GREATER_THAN -> a > b;
            case GREATER_THAN_EQUAL -> a >= b;
            default -> throw new IllegalArgumentException(operator.name());
        };
    }

    private static Object single(Tree.Kind operator, float a, float b) {
        return switch (operator) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case REMAINDER -> a % b;
            default -> floating(operator, a, b);
        };
    }

    private static Object floating(Tree.Kind operator, double a, double b) {
        return switch (operator) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case REMAINDER -> a % b;
            case EQUAL_TO -> a == b;
            case NOT_EQUAL_TO -> a != b;
            case LESS_THAN -> a < b;
            case LESS_THAN_EQUAL -> a <= b;
            case GREATER_THAN -> a > b;
            case GREATER_THAN_EQUAL -> a >= b;
            default -> throw new IllegalArgumentException(operator.name());
        };
    }
}
