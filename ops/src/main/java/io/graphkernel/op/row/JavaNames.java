package io.graphkernel.op.row;

import java.util.Locale;

/** Mapping of documented names to names of Java methods. */
public final class JavaNames {

    private JavaNames() {}

    /**
     * Returns the method of an op or of an alias.
     *
     * @param op a documented name, for example {@code ReduceSum} or {@code BCEWithLogitsLoss}
     * @return the name with its leading capitals lowered, for example {@code reduceSum} or {@code bceWithLogitsLoss}
     */
    public static String ofOp(String op) {
        int capitals = 0;
        while (capitals < op.length() && Character.isUpperCase(op.charAt(capitals))) {
            capitals++;
        }
        boolean wordFollows = capitals < op.length() && Character.isLowerCase(op.charAt(capitals));
        int lowered = wordFollows ? Math.max(1, capitals - 1) : capitals;
        return op.substring(0, lowered).toLowerCase(Locale.ROOT) + op.substring(lowered);
    }
}
