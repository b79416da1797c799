package io.graphkernel.processor.option;

import java.util.Set;

/**
 * Targets that a compilation builds kernels for.
 *
 * @param ids ids of the targets, at least one
 * @param optional targets that are skipped for classes that they cannot compile
 * @param isExplicit true if an option names the targets; only then are skipped targets reported
 * @param binaries names of chips for which the jar contains binaries in addition to source
 */
public record TargetSelection(Set<String> ids, Set<String> optional, boolean isExplicit, Set<String> binaries) {

    public TargetSelection {
        ids = Set.copyOf(ids);
        optional = Set.copyOf(optional);
        binaries = Set.copyOf(binaries);
    }
}
