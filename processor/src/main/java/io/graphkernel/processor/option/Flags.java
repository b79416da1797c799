package io.graphkernel.processor.option;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The graph kernel flags that hold for one kernel method.
 *
 * @param optLevel 0 for one kernel per basic op, 1 and more for fusion
 * @param enabledPasses passes that run whatever the level, by name, sorted
 * @param disabledPasses passes that do not run, by name, sorted
 * @param dumpAsText whether the ops of each fused kernel are written to graph_kernel_dump
 */
public record Flags(int optLevel, Set<String> enabledPasses, Set<String> disabledPasses, boolean dumpAsText) {

    /** What holds if no flag is given. */
    public static final Flags DEFAULT = new Flags(2, Set.of(), Set.of(), false);

    public Flags {
        enabledPasses = Collections.unmodifiableSet(new TreeSet<>(enabledPasses));
        disabledPasses = Collections.unmodifiableSet(new TreeSet<>(disabledPasses));
    }
}
