package io.graphkernel.op;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.RepetitionBuilder;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ViewKind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Properties of a composite op's expansion that follow from the ops that it calls. They are found by running the
 * expansion without values, up to its first branch.
 */
public final class ExpansionTraits {

    private static final Node VALUE = Node.parameter("value", ValueType.F32_SCALAR);
    private static final Axes AXES = new Axes() {};
    private static final Dims DIMS = new Dims() {};
    private static final Extent EXTENT = new Extent() {};

    /** The op of each builder method that names none. */
    private static final Map<String, String> OPS = Map.of(
            "reshape",
            ViewKind.RESHAPE.op(),
            "broadcastTo",
            ViewKind.BROADCAST.op(),
            "stridedSlice",
            ViewKind.SLICE.op(),
            "windows",
            ViewKind.SLICE.op(),
            "index",
            "Index",
            "rowMajorIndex",
            "RowMajorIndex",
            "concat",
            "Concat",
            "bitcast",
            "Bitcast");

    private static final Set<String> NAMED =
            Set.of("op", "reduce", "reduceWithAttributes", "call", "matMulWithAttributes");
    private static final Set<String> CONVERSIONS = Set.of("castLike", "cast", "castTo", "sumTo", "part");
    private static final Set<String> DECISIONS =
            Set.of("flag", "choice", "position", "dtype", "longs", "integer", "text", "rank", "constant", "iterate");

    private final Predicate<String> present;
    private final Set<String> ops = new HashSet<>();
    private int calls;
    private boolean repeats;
    private boolean branches;

    private ExpansionTraits(Predicate<String> present) {
        this.present = present;
    }

    /**
     * Runs the expansion of a composite op.
     *
     * @param row the op
     * @param present true for the names of the operands that a call has
     */
    public static ExpansionTraits of(OpRow row, Predicate<String> present) {
        ExpansionTraits traits = new ExpansionTraits(present);
        ExpansionBuilder builder = (ExpansionBuilder) Proxy.newProxyInstance(
                ExpansionBuilder.class.getClassLoader(), new Class<?>[] {ExpansionBuilder.class}, traits::invoke);
        try {
            row.expansion().orElseThrow().expand(builder);
        } catch (Branch e) {
            traits.branches = true;
        } catch (Exception e) {
            throw new IllegalStateException("the expansion of " + row.name() + " needs values", e);
        }
        return traits;
    }

    /** Returns true if there is more than one op, so that intermediate results are rounded or stored. */
    public boolean isSeveralOps() {
        return calls > 1 || repeats || branches;
    }

    /** Returns the ops that the expansion calls, or empty if they depend on the arguments. */
    public Optional<Set<String>> ops() {
        return branches ? Optional.empty() : Optional.of(ops);
    }

    private Object invoke(Object builder, Method method, Object... arguments) throws Throwable {
        String name = method.getName();
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(builder, method, arguments);
        }
        if (DECISIONS.contains(name)) {
            throw new Branch();
        }
        if (name.equals("has")) {
            return present.test((String) arguments[0]);
        }
        if (NAMED.contains(name)) {
            call((String) arguments[0]);
        } else if (OPS.containsKey(name)) {
            call(OPS.get(name));
        } else if (CONVERSIONS.contains(name)) {
            calls++;
        } else {
            repeat(name, arguments);
        }
        return value(method.getReturnType());
    }

    private void call(String op) {
        ops.add(op);
        calls++;
    }

    /** Runs the function of a repetition once. */
    private void repeat(String name, Object... arguments) throws Exception {
        switch (name) {
            case "fold" -> ((RepetitionBuilder.Fold) arguments[1]).step(VALUE, VALUE);
            case "repeat" -> {
                ((RepetitionBuilder.Output) arguments[1]).make(EXTENT);
                ((RepetitionBuilder.Fold) arguments[2]).step(VALUE, VALUE);
            }
            case "overAxes" -> ((RepetitionBuilder.OverAxes) arguments[1]).step(VALUE, AXES);
            case "outputs" -> ((RepetitionBuilder.Output) arguments[1]).make(EXTENT);
            case "concatEach" -> {
                ((RepetitionBuilder.Each) arguments[2]).apply(VALUE);
                call("Concat");
                return;
            }
            default -> {
                return;
            }
        }
        repeats |= !name.equals("outputs");
    }

    private static Object value(Class<?> type) {
        if (type == Node.class) {
            return VALUE;
        }
        if (type == Axes.class) {
            return AXES;
        }
        if (type == Dims.class) {
            return DIMS;
        }
        if (type == Extent.class) {
            return EXTENT;
        }
        if (type == List.class) {
            return List.of(VALUE);
        }
        return type == boolean.class ? false : null;
    }

    /** Signal that the expansion depends on an argument. */
    private static final class Branch extends RuntimeException {

        Branch() {
            super("an argument decides", null, false, false);
        }
    }
}
