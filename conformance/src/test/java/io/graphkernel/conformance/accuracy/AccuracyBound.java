package io.graphkernel.conformance.accuracy;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Error bound of a call of an elementwise op in f32: the number of units in the last place is that of the row, which
 * also names the magnitude.
 *
 * @param op name of the op
 * @param operands number of tensors
 * @param form suffix of the kernels of one of several calls; otherwise empty
 * @param call the call, with {@code $} for the method and {@code @} for the dtype, over the tensors a, b, c and d
 * @param magnitude text of the row for the magnitude; empty for that of the result
 * @param scale the magnitude to which the error relates
 */
record AccuracyBound(String op, int operands, String form, String call, String magnitude, Scale scale) {

    /** Scale of an error relative to the result. */
    static final Scale OF_RESULT = (x, result) -> Math.abs(result);

    /** Magnitude for operands without a bound. */
    static final double NONE = -1;

    private static final Pattern TOLERANCE =
            Pattern.compile("(exact|correctly rounded|(?<ulps>\\d+) ulp)([,;]? (?<magnitude>.+))?");

    /** Magnitude to which an error relates, or {@link #NONE}. */
    @FunctionalInterface
    interface Scale {

        /**
         * Returns the magnitude.
         *
         * @param x operands
         * @param result float64 result
         */
        double of(double[] x, double result);
    }

    AccuracyBound(String op, int operands, String call) {
        this(op, operands, "", call, "", OF_RESULT);
    }

    /**
     * Returns the same bound of another magnitude.
     *
     * @param text the words of the row for it
     * @param of the magnitude
     */
    AccuracyBound scale(String text, Scale of) {
        return new AccuracyBound(op, operands, form, call, text, of);
    }

    AccuracyBound form(String suffix) {
        return new AccuracyBound(op, operands, suffix, call, magnitude, scale);
    }

    OpRow row() {
        return OpTable.get().find(op).orElseThrow();
    }

    /** Returns the bound of the row in units in the last place. */
    double ulps() {
        String ulps = tolerance().group("ulps");
        return ulps != null ? Integer.parseInt(ulps) : isExact() ? 0 : 0.5;
    }

    /** Returns true if the row allows no error. */
    boolean isExact() {
        return row().tolerance().startsWith("exact");
    }

    /** Returns the words of the row for the magnitude; empty for that of the result. */
    String statedMagnitude() {
        return Objects.requireNonNullElse(tolerance().group("magnitude"), "");
    }

    private Matcher tolerance() {
        Matcher matcher = TOLERANCE.matcher(row().tolerance());
        if (!matcher.matches()) {
            throw new IllegalStateException(
                    "the tolerance of " + op + ", '" + row().tolerance() + "', has no number of ulp");
        }
        return matcher;
    }

    /** Returns the name of the f32 kernel. */
    String narrow() {
        return row().javaName() + form + "Narrow";
    }

    /** Returns the name of the f64 kernel. */
    String wide() {
        return row().javaName() + form + "Wide";
    }

    /** Returns the two kernels. */
    String source() {
        StringBuilder parameters = new StringBuilder();
        StringBuilder wider = new StringBuilder();
        StringBuilder given = new StringBuilder();
        for (int i = 0; i < operands; i++) {
            char name = (char) ('a' + i);
            parameters
                    .append(i == 0 ? "" : ", ")
                    .append("@TensorType(\"f32[n]\") Tensor ")
                    .append(name);
            given.append(i == 0 ? "" : ", ")
                    .append("@TensorType(\"f32[n]\") Tensor ")
                    .append(name)
                    .append("32");
            wider.append("Tensor ").append(name).append(" = cast(").append(name).append("32, DType.F64);\n");
        }
        return "@GraphKernel public static Tensor %s(%s) {\nreturn %s;\n}\n"
                        .formatted(narrow(), parameters, called("F32"))
                + "@GraphKernel public static Tensor %s(%s) {\n%sreturn %s;\n}\n"
                        .formatted(wide(), given, wider, called("F64"));
    }

    private String called(String dtype) {
        String value = call.replace("$", row().javaName()).replace("@", dtype);
        return row().results().get(0).dtype() == OpDtype.BOOL ? "cast(" + value + ", DType." + dtype + ")" : value;
    }

    @Override
    public String toString() {
        return op + (form.isEmpty() ? "" : " " + form);
    }
}
