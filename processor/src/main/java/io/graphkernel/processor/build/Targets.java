package io.graphkernel.processor.build;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.LibraryChoices;
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

/** Registry of all targets. A new target is added to the list. */
public final class Targets {

    /** All targets, in the order in which the report shows them. */
    public static final List<Target> ALL =
            List.of(new CpuTarget(), new CudaTarget(), new JvmTarget(), new OpenClTarget(), new AscendTarget());

    private Targets() {}

    /**
     * Returns the capabilities that schedules may use. They cover all targets, requested or not, so that a method has
     * the same schedule in every build.
     *
     * @param targets all targets
     * @return their common capabilities
     */
    public static Capabilities capabilities(Collection<Target> targets) {
        return Capabilities.common(
                targets.stream().map(target -> target.model().capabilities()).toList());
    }

    /**
     * Returns the capabilities for a compilation. They are those of all targets, except for choices between a kernel and a
     * library call, which all requested targets must agree on. Attention converts stored keys unless a target that is not
     * optional cannot.
     *
     * @param targets all targets
     * @param requested targets of the compilation
     * @param optional ids of the targets that are skipped for classes that they cannot compile
     * @return their common capabilities
     */
    public static Capabilities capabilities(
            Collection<Target> targets, Collection<Target> requested, Set<String> optional) {
        return capabilities(targets)
                .withLibraries(new LibraryChoices(
                        requested.stream().allMatch(Target::choosesPostOps),
                        requested.stream().allMatch(target -> choices(target).tilesContractions()),
                        requested.stream()
                                .filter(target -> !optional.contains(target.id()))
                                .allMatch(target -> choices(target).convertsAttentionKeys())));
    }

    private static LibraryChoices choices(Target target) {
        return target.model().capabilities().libraries();
    }

    /**
     * Returns the valid values of the option {@code targets}.
     *
     * @param targets targets
     * @return sorted ids
     */
    public static Set<String> ids(Collection<Target> targets) {
        return targets.stream().map(Target::id).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the valid values of the option {@code binaries}.
     *
     * @param targets targets
     * @return target ids by chip name
     */
    public static Map<String, String> binaryTargets(Collection<Target> targets) {
        Map<String, String> byChip = new TreeMap<>();
        targets.forEach(target -> target.binaryNames().forEach(chip -> byChip.put(chip, target.id())));
        return byChip;
    }

    /**
     * Returns the valid values of the option {@code platforms}.
     *
     * @param targets targets
     * @return sorted platform names
     */
    public static Set<String> platformNames(Collection<Target> targets) {
        return targets.stream()
                .flatMap(target -> target.platformNames().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the valid values of the option {@code instructionSets}.
     *
     * @param targets targets
     * @return sorted names of instruction sets
     */
    public static Set<String> instructionSetNames(Collection<Target> targets) {
        return targets.stream()
                .flatMap(target -> target.instructionSetNames().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
