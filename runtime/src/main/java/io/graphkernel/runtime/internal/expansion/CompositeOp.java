package io.graphkernel.runtime.internal.expansion;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.ExpansionTraits;
import io.graphkernel.op.OpRecording;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.WideExpansion;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.eager.EagerExpansion;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.eager.OperandDtypes;
import io.graphkernel.runtime.internal.gradient.Recording;
import io.graphkernel.runtime.internal.tensor.TensorRegion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Composite op, evaluated by its row. Intermediate tensors are closed by a scope; f16 and bf16 operands are computed in
 * f32, and the results are rounded once, as in a kernel.
 */
public final class CompositeOp {

    private static final Set<OpDtype> WIDENED = Set.of(OpDtype.SHARED, OpDtype.SHARED_OR_F32, OpDtype.OWN);
    private static final Map<String, CompositeOp> OPS = new ConcurrentHashMap<>();

    private final OpRow row;
    private final boolean isRecorded;
    private final boolean computes;
    private final Map<Set<String>, Boolean> severalOps = new ConcurrentHashMap<>();

    /**
     * Creates the evaluation of an op.
     *
     * @param row a composite op, or a basic op for its checks alone
     */
    public CompositeOp(OpRow row) {
        this.row = row;
        this.isRecorded = OpRecording.isRecorded(row);
        this.computes = WideExpansion.computesWide(row);
    }

    /** Evaluates a composite op with one result. */
    public static Tensor result(String name, Object... arguments) {
        return results(name, arguments)[0];
    }

    /**
     * Evaluates a composite op.
     *
     * @param name documented name
     * @param arguments one per parameter of the row: a tensor, an array of tensors, {@link EagerExpansion#ABSENT}, or
     *     an attribute as its Java type
     * @return all results; an updated operand in place of its result
     */
    public static Tensor[] results(String name, Object... arguments) {
        return find(name).evaluate(arguments);
    }

    /** Checks the limits of a basic op's arguments. */
    public static void requireLimits(String name, Object... arguments) {
        find(name).requireLimits(arguments);
    }

    private static CompositeOp find(String name) {
        CompositeOp op = OPS.get(name);
        if (op == null) {
            op = new CompositeOp(OpTable.get().find(name).orElseThrow());
            CompositeOp earlier = OPS.putIfAbsent(name, op);
            op = earlier == null ? op : earlier;
        }
        return op;
    }

    /** Evaluates the op; see {@link #results}. */
    public Tensor[] evaluate(Object... arguments) {
        return TensorRegion.results(() -> evaluated(arguments));
    }

    private Tensor[] evaluated(Object... arguments) {
        requireDtypes(arguments);
        requireLimits(arguments);
        requireConstants(arguments);
        refuseUpdate(arguments);
        if (!isRecorded) {
            try (TensorScope scope = TensorScope.open()) {
                return expand(scope, arguments);
            }
        }
        try (TensorScope scope = TensorScope.open();
                Recording recording = Recording.begin(row, recorded(arguments))) {
            Tensor[] results = expand(scope, arguments);
            return recording.results(results, withoutUpdated(results));
        }
    }

    /** Returns a number in place of an operand, in the dtype of a tensor operand or in which that is computed. */
    public Tensor number(OpParameter parameter, double value, Tensor like) {
        return WideExpansion.computesNumber(row, parameter)
                ? Expansions.number(row.javaName(), parameter.name(), value, like)
                : Eager.scalar(row.javaName(), parameter.name(), value, like);
    }

    /** Returns a number like {@link #number(OpParameter, double, Tensor)}, exact for all integers. */
    public Tensor number(OpParameter parameter, long value, Tensor like) {
        return WideExpansion.computesNumber(row, parameter)
                ? Expansions.number(row.javaName(), parameter.name(), value, like)
                : Eager.scalar(row.javaName(), parameter.name(), value, like);
    }

    private void requireDtypes(Object... arguments) {
        List<Object> operands = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            OpParameter parameter = row.parameters().get(i);
            if (parameter.isOperand() && arguments[i] != EagerExpansion.ABSENT) {
                operands.add(
                        String.join(":", parameter.name(), parameter.dtype().name()));
                operands.add(arguments[i]);
            }
            if (arguments[i] instanceof DType dtype) {
                requireComputed(dtype);
            }
        }
        if (!operands.isEmpty()) {
            OperandDtypes.check(row.javaName(), row.dtypes().name(), operands.toArray());
        }
    }

    /** Rejects the dtype of a result that the op would have to compute. */
    private void requireComputed(DType dtype) {
        if (dtype.isStorageOnly() && row.dtypes() != DtypeClass.STORED) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED,
                    row.javaName(),
                    "dtype " + dtype,
                    "dtypes that are computed with");
        }
    }

    private void requireLimits(Object... arguments) {
        if (row.limits().isPresent()) {
            try {
                row.limits().get().declare(new EagerExpansion(row, arguments, false));
            } catch (TypeException e) {
                throw unexpected(e);
            }
        }
    }

    private void requireConstants(Object... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            OpParameter parameter = row.parameters().get(i);
            if (parameter.kind() == Kind.ENUM) {
                Expansions.present(row.javaName(), parameter.name(), arguments[i]);
            }
        }
    }

    /** Rejects an update in a loss, unless the gradient does not depend on the updated operands. */
    private void refuseUpdate(Object... arguments) {
        if (!OpRecording.updates(row)) {
            return;
        }
        if (row.updatesStatistics()) {
            Tensor[] updated = row.results().stream()
                    .flatMap(result -> result.updates().stream())
                    .map(name -> (Tensor) arguments[position(name)])
                    .toArray(Tensor[]::new);
            Recording.refuseTrackedUpdate(row.javaName(), updated);
        } else {
            Recording.refuseUpdate(row.javaName());
        }
    }

    private int position(String parameter) {
        return row.parameters().indexOf(row.parameter(parameter));
    }

    /** Returns the arguments with null for absent and updated ones. */
    private Object[] recorded(Object... arguments) {
        Object[] recorded = arguments.clone();
        for (int i = 0; i < recorded.length; i++) {
            if (recorded[i] == EagerExpansion.ABSENT
                    || OpRecording.isUpdated(row, row.parameters().get(i).name())) {
                recorded[i] = null;
            }
        }
        return recorded;
    }

    private Tensor[] withoutUpdated(Tensor... results) {
        if (row.hasVaryingResults()) {
            return results;
        }
        Tensor[] own = results.clone();
        for (int i = 0; i < own.length; i++) {
            if (row.results().get(i).updates().isPresent()) {
                own[i] = null;
            }
        }
        return own;
    }

    private Tensor[] expand(TensorScope scope, Object... arguments) {
        boolean widened = isWidened(arguments);
        DType shared = widened ? sharedDtype(arguments) : null;
        EagerExpansion expansion =
                new EagerExpansion(row, widened ? widened(arguments) : beforeUpdate(arguments), widened);
        List<Node> nodes;
        try {
            if (row.indexRule().isPresent()) {
                IndexRule rule = row.indexRule().get();
                Tensor indices = (Tensor) arguments[position(rule.operand())];
                long size = expansion.size(rule.size().of(expansion));
                OptionalLong ignored = rule.ignoredValue(expansion);
                Expansions.indices(row.javaName(), rule.operand(), indices, size, rule.fromEnd(), ignored);
            }
            nodes = row.expansion().orElseThrow().expand(expansion);
        } catch (TypeException e) {
            throw unexpected(e);
        }
        Tensor[] results = new Tensor[nodes.size()];
        for (int i = 0; i < results.length; i++) {
            results[i] = expansion.tensor(nodes.get(i));
        }
        return row.hasVaryingResults()
                ? kept(scope, arguments, results)
                : stored(scope, widened, shared, arguments, results);
    }

    private Tensor[] kept(TensorScope scope, Object[] arguments, Tensor... results) {
        for (int i = 0; i < results.length; i++) {
            results[i] = scope.keep(copied(arguments, results[i]));
        }
        return results;
    }

    /** Stores updated operands first; then keeps the other results. */
    private Tensor[] stored(TensorScope scope, boolean widened, DType shared, Object[] arguments, Tensor... results) {
        for (int i = 0; i < results.length; i++) {
            OpResult result = row.results().get(i);
            if (result.updates().isPresent()) {
                Tensor target = (Tensor) arguments[position(result.updates().get())];
                Eager.assign(target, widened ? Expansions.as(results[i], target.dtype()) : results[i]);
                results[i] = target;
            }
        }
        for (int i = 0; i < results.length; i++) {
            OpResult result = row.results().get(i);
            if (result.updates().isEmpty()) {
                Tensor value = copied(arguments, results[i]);
                boolean isNarrowed = shared != null && result.dtype() == OpDtype.SHARED;
                results[i] = scope.keep(isNarrowed ? Expansions.as(value, shared) : value);
            }
        }
        return results;
    }

    /** Returns a copy of an operand, and any other tensor itself. */
    private Tensor copied(Object[] arguments, Tensor value) {
        for (Object argument : arguments) {
            if (argument == value) {
                return TensorRegion.copied(value, Expansions.copy(row.javaName(), value), region -> region);
            }
        }
        return value;
    }

    /** Returns true if there are 16-bit operands to convert to f32; a single op computes in f32 itself. */
    private boolean isWidened(Object... arguments) {
        if (!computes || !hasHalf(arguments)) {
            return false;
        }
        Set<String> present = new HashSet<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] != EagerExpansion.ABSENT) {
                present.add(row.parameters().get(i).name());
            }
        }
        return severalOps.computeIfAbsent(
                present, names -> ExpansionTraits.of(row, names::contains).isSeveralOps());
    }

    private boolean hasHalf(Object... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            boolean isWidened = WIDENED.contains(row.parameters().get(i).dtype());
            if (isWidened && arguments[i] instanceof Tensor tensor && isHalf(tensor)
                    || arguments[i] instanceof Tensor[] several
                            && Stream.of(several).anyMatch(CompositeOp::isHalf)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isHalf(Tensor tensor) {
        return tensor.dtype() == DType.F16 || tensor.dtype() == DType.BF16;
    }

    /** Returns the dtype that the operands share, or null if only numbers do. */
    private DType sharedDtype(Object... arguments) {
        List<Tensor> sharing = new ArrayList<>();
        boolean hasTensor = false;
        for (int i = 0; i < arguments.length; i++) {
            OpParameter parameter = row.parameters().get(i);
            boolean isShared = parameter.isOperand() && parameter.dtype() == OpDtype.SHARED;
            if (isShared && arguments[i] != EagerExpansion.ABSENT) {
                if (parameter.kind() == Kind.TENSORS) {
                    return Expansions.first(row.javaName(), parameter.name(), (Tensor[]) arguments[i])
                            .dtype();
                }
                sharing.add((Tensor) arguments[i]);
                hasTensor |= parameter.kind() != Kind.NUMBER;
            }
        }
        return !hasTensor ? null : Expansions.sharedDtype(sharing.toArray(Tensor[]::new));
    }

    private Object[] widened(Object... arguments) {
        Object[] wide = arguments.clone();
        for (int i = 0; i < wide.length; i++) {
            if (WIDENED.contains(row.parameters().get(i).dtype())) {
                if (wide[i] instanceof Tensor[] several) {
                    wide[i] = Expansions.widen(several);
                } else if (wide[i] instanceof Tensor tensor) {
                    wide[i] = Expansions.widen(tensor);
                }
            }
        }
        return beforeUpdate(wide);
    }

    /** Returns the arguments with copies of operands whose values a recording reads after their update. */
    private Object[] beforeUpdate(Object... arguments) {
        if (!isRecorded || !OpRecording.updates(row)) {
            return arguments;
        }
        Object[] copies = arguments.clone();
        for (int i = 0; i < copies.length; i++) {
            if (OpRecording.isUpdated(row, row.parameters().get(i).name())) {
                copies[i] = Recording.beforeUpdate(row.javaName(), (Tensor) copies[i]);
            }
        }
        return copies;
    }

    private IllegalStateException unexpected(TypeException problem) {
        return new IllegalStateException(row.name() + " is rejected by a rule of graphs", problem);
    }
}
