package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.VariantException;

/** Choice of a kernel's compiled variant by the values of its parameters. A successful choice does not allocate. */
public final class VariantChoice {

    private VariantChoice() {}

    /**
     * Returns the index of a value among those that are compiled.
     *
     * @param method name of the kernel
     * @param parameter name of the parameter
     * @param values texts of the compiled values
     * @throws VariantException if it is not one of them
     */
    public static int index(String method, String parameter, boolean value, String[] values) {
        return index(method, parameter, Boolean.toString(value), "", values);
    }

    /** Returns the index of an enum constant, like {@link #index(String, String, boolean, String[])}. */
    public static int index(String method, String parameter, Enum<?> value, String[] values) {
        return index(method, parameter, value == null ? null : value.name(), "", values);
    }

    /** Returns the index of a string, like {@link #index(String, String, boolean, String[])}. */
    public static int index(String method, String parameter, String value, String[] values) {
        return index(method, parameter, value, "\"", values);
    }

    private static int index(String method, String parameter, String value, String quote, String[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i].equals(value)) {
                return i;
            }
        }
        String listed = quote + String.join(quote + ", " + quote, values) + quote;
        String text = value == null ? "null" : quote + value + quote;
        throw new VariantException(RuntimeProblem.VARIANT_UNKNOWN, method, parameter, text, listed);
    }
}
