package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.BatchDims;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.generated.ResultChecks;
import java.util.Arrays;
import java.util.List;

/** Expected tensors of a call by index: the parameters before the results. */
final class PlanOperands {
    /** Kinds of shapes. */
    private static final int UNRANKED = 0;

    private static final int RANKED = 1;
    private static final int KINDS = 3;

    /** A dim that is bound by another parameter or constant; counted from the last axis, which is 1. */
    private record AxisCheck(int fromEnd, int size, String dim, String boundBy) {}

    /** Batch dims that parameters share; this parameter defines them. */
    private record SharedBatchDims(String name, int first) {}

    /** A parameter. */
    private record Parameter(
            String name,
            DType dtype,
            boolean written,
            boolean ranked,
            int trailing,
            SharedBatchDims leading,
            AxisCheck[] axes) {}

    /** A result; its dims are null if the frame computes them. */
    private record Result(String name, DType dtype, PlanDims dims, boolean[] shares) {}

    private final String method;
    private final Parameter[] parameters;
    private final Result[] results;

    PlanOperands(String method, PlanReader in, int tensors, int sizes) {
        this.method = method;
        parameters = new Parameter[in.count("parameters")];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = parameter(in, sizes, parameters.length);
        }
        results = new Result[in.count("results")];
        for (int i = 0; i < results.length; i++) {
            results[i] = result(in, sizes, parameters.length);
        }
        if (parameters.length + results.length != tensors) {
            throw in.damaged("it describes " + (parameters.length + results.length) + " of " + tensors + " tensors");
        }
    }

    private static Parameter parameter(PlanReader in, int sizes, int parameters) {
        String name = in.text();
        DType dtype = in.constant(DType.class);
        boolean written = in.flag();
        int kind = in.below(KINDS, "a kind of shape");
        int trailing = in.below(Integer.MAX_VALUE, "a number of axes");
        boolean leads = kind != UNRANKED && kind != RANKED;
        SharedBatchDims leading = leads ? new SharedBatchDims(in.text(), in.below(parameters, "a parameter")) : null;
        AxisCheck[] axes = new AxisCheck[in.count("axes")];
        for (int i = 0; i < axes.length; i++) {
            int fromEnd = in.below(trailing + 1, "an axis");
            axes[i] = new AxisCheck(fromEnd, in.below(sizes, "a size"), in.text(), in.text());
        }
        return new Parameter(name, dtype, written, kind == RANKED, trailing, leading, axes);
    }

    private static Result result(PlanReader in, int sizes, int parameters) {
        String name = in.text();
        DType dtype = in.constant(DType.class);
        PlanDims dims = in.flag() ? null : new PlanDims(in, parameters, sizes);
        boolean[] shares = new boolean[parameters];
        // Toggle positions of the alias permissions of parameters, the first of which is not permitted by default.
        for (int i = in.count("parameters"); i > 0; i--) {
            int first = in.below(parameters, "a parameter");
            Arrays.fill(shares, first, parameters, !shares[first]);
        }
        return new Result(name, dtype, dims, shares);
    }

    /** Returns the number of tensors. */
    int count() {
        return parameters.length + results.length;
    }

    /** Returns true if a tensor is a result or an assigned parameter. */
    boolean isWritten(int index) {
        return index >= parameters.length || parameters[index].written();
    }

    private String name(int index) {
        return index < parameters.length ? parameters[index].name() : results[index - parameters.length].name();
    }

    /** Checks that a record is not null, whose first tensor has the given index. */
    void requireRecord(int first, int levels) {
        Checks.record(method, path(first, levels), null);
    }

    /** Checks that a list is not null and has the expected length. */
    void requireList(int first, int levels, List<?> list, int length) {
        Checks.list(method, path(first, levels), list, length);
    }

    /** Checks that an array is not null and has the expected length. */
    void requireList(int first, int levels, Object[] array, int length) {
        Checks.list(method, path(first, levels), array, length);
    }

    private String path(int first, int levels) {
        String path = name(first);
        for (int i = 0; i < levels; i++) {
            path = path.substring(0, path.lastIndexOf('.'));
        }
        return path;
    }

    /** Checks each tensor of a call by itself, and against the dims and the device of the call. */
    void check(PlanCall call) {
        for (int i = 0; i < parameters.length; i++) {
            check(parameters[i], call.tensor(i), call);
        }
        for (int i = 0; i < results.length; i++) {
            Result result = results[i];
            Tensor tensor = call.tensor(parameters.length + i);
            if (result.dims() != null) {
                ResultChecks.resultTensor(method, result.name(), tensor, result.dtype());
                if (!result.dims().areOf(tensor, call)) {
                    throw ResultChecks.wrongResult(
                            method, result.name(), tensor, result.dims().of(call));
                }
            }
        }
        for (int i = 1; i < count(); i++) {
            Checks.sameDevice(method, name(i), call.tensor(i), name(0), call.tensor(0));
        }
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].written()) {
                ResultChecks.writable(method, name(i), call.tensor(i));
            }
        }
    }

    private void check(Parameter parameter, Tensor tensor, PlanCall call) {
        if (parameter.ranked()) {
            Checks.tensor(method, parameter.name(), tensor, parameter.dtype(), parameter.trailing());
        } else {
            Checks.tensor(method, parameter.name(), tensor, parameter.dtype());
        }
        if (parameter.leading() != null) {
            Parameter first = parameters[parameter.leading().first()];
            Tensor firstTensor = call.tensor(parameter.leading().first());
            BatchDims.same(
                    method,
                    parameter.name(),
                    tensor,
                    parameter.trailing(),
                    parameter.leading().name(),
                    first.name(),
                    firstTensor,
                    first.trailing());
        }
        for (AxisCheck axis : parameter.axes()) {
            int index = tensor.rank() - axis.fromEnd();
            long expected = call.sizes()[axis.size()];
            if (axis.boundBy().isEmpty()) {
                Checks.fixedDimension(method, parameter.name(), tensor, index, expected);
            } else {
                Checks.dimension(method, parameter.name(), tensor, index, axis.dim(), expected, axis.boundBy());
            }
        }
    }

    /** Checks two overlapping tensors, one of which is written: the one with the higher index if both are. */
    void shared(int written, int other, PlanCall call) {
        Tensor target = call.tensor(written);
        Tensor source = call.tensor(other);
        boolean mayAlias = written >= parameters.length
                && other < parameters.length
                && results[written - parameters.length].shares()[other];
        if (mayAlias) {
            Checks.disjointOrSame(method, name(written), target, name(other), source);
        } else {
            Checks.disjoint(method, name(written), target, name(other), source);
        }
    }

    /** Rejects one tensor for two parameters of a loss. */
    void rejectOneTensor(int differentiated, int other) {
        throw new InvalidArgumentException(RuntimeProblem.ONE_TENSOR_TWICE, method, name(differentiated), name(other));
    }
}
