package io.graphkernel.processor.option;

import java.util.Optional;
import java.util.Set;

/**
 * Pattern of a fusion switch file.
 *
 * @param section {@code GraphFusion} or {@code UBFusion}
 * @param name name in the file
 * @param passes controlled passes; empty for a pattern without effect
 * @param reason reason why it cannot be disabled or has no effect; empty for a supported pattern
 */
public record FusionSwitch(String section, String name, Set<String> passes, Optional<String> reason) {

    public FusionSwitch {
        passes = Set.copyOf(passes);
    }

    boolean isWithoutMeaning() {
        return passes.isEmpty();
    }

    boolean isAlwaysOn() {
        return !passes.isEmpty() && reason.isPresent();
    }
}
