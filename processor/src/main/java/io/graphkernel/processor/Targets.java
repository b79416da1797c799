package io.graphkernel.processor;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.ascend.AscendTarget;
import io.graphkernel.processor.target.cpu.CpuTarget;
import io.graphkernel.processor.target.cuda.CudaTarget;
import io.graphkernel.processor.target.jvm.JvmTarget;
import io.graphkernel.processor.target.opencl.OpenClTarget;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.processing.Processor;

/** The list of the targets. A new one is a line in it. */
public final class Targets {

    /** All targets, in the order in which the report shows them. */
    public static final List<Target> ALL =
            List.of(new CpuTarget(), new CudaTarget(), new JvmTarget(), new OpenClTarget(), new AscendTarget());

    private Targets() {}

    /**
     * A processor with targets of its own, for a compilation that is given a processor object.
     *
     * @param targets what kernels can be compiled for, in place of {@link #ALL}
     * @return a new one
     */
    public static Processor processor(List<Target> targets) {
        return new GraphKernelProcessor(new Pipeline(targets));
    }

    /**
     * What schedules may use: of all targets, not of those that a compilation asks for, so that the same method has the
     * same schedule in every build.
     *
     * @param targets all targets
     * @return their common capabilities
     */
    public static Capabilities capabilities(Collection<Target> targets) {
        return Capabilities.common(targets.stream().map(Target::capabilities).toList());
    }

    /**
     * What the option {@code targets} may name.
     *
     * @param targets some targets
     * @return their ids, sorted
     */
    public static Set<String> ids(Collection<Target> targets) {
        return targets.stream().map(Target::id).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * What the option {@code binaries} may name.
     *
     * @param targets some targets
     * @return the id of the target by the name of a chip
     */
    public static Map<String, String> binaryTargets(Collection<Target> targets) {
        Map<String, String> byChip = new TreeMap<>();
        targets.forEach(target -> target.binaryNames().forEach(chip -> byChip.put(chip, target.id())));
        return byChip;
    }

    /**
     * What the option {@code platforms} may name.
     *
     * @param targets some targets
     * @return the names of their platforms, sorted
     */
    public static Set<String> platformNames(Collection<Target> targets) {
        return targets.stream()
                .flatMap(target -> target.platformNames().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
