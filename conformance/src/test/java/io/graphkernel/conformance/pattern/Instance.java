package io.graphkernel.conformance.pattern;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A method of an entry for one dtype, compiled with the pass and without any named pass.
 *
 * @param entry entry of the pass
 * @param method one of its methods
 * @param dtype substitution of {@code T}
 * @param isFirst true if it is compiled for every target
 */
record Instance(Entry entry, Entry.Method method, DType dtype, boolean isFirst) {

    private static final String PACKAGE = "generated";
    private static final String OTHERS = "_others";
    private static final String UNFUSED = "_unfused";

    /** The passes that a method's flags may turn off. */
    private static final Set<String> SWITCHABLE =
            PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known();

    /** Returns true if flags may turn a pass off. */
    static boolean isSwitchable(String pass) {
        return SWITCHABLE.contains(pass);
    }

    /** The first line of its class. */
    static String packageLine() {
        return "package " + PACKAGE + ";\n";
    }

    /** The class that has it, without its package. */
    String simpleName() {
        return entry.pass() + (isFirst ? "" : OTHERS);
    }

    String className() {
        return PACKAGE + "." + simpleName();
    }

    /** The name of one of its two methods. */
    String methodName(boolean fused) {
        return method.name() + "_" + dtype + (fused ? "" : UNFUSED);
    }

    /**
     * Both methods as Java text.
     *
     * @param passes all named ones
     */
    String text(List<String> passes) {
        String on = isSwitchable(entry.pass()) ? "--enable_pass=" + entry.pass() : "";
        String off = passes.stream().filter(Instance::isSwitchable).collect(Collectors.joining(","));
        return method.text(dtype, methodName(true), on)
                + method.text(dtype, methodName(false), "--disable_pass=" + off);
    }

    @Override
    public String toString() {
        return entry.pass() + " " + method.name() + " " + dtype;
    }
}
