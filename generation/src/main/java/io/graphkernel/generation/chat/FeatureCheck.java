package io.graphkernel.generation.chat;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Check of the features of a request, for adapters of libraries with chat models.
 *
 * @param exception function from a message to the library's exception for features that are not supported
 */
public record FeatureCheck(Function<String, RuntimeException> exception) {

    /**
     * Rejects a feature that is not supported.
     *
     * @param isSupported true if the request may have the feature
     * @param feature the feature in the message
     */
    public void require(boolean isSupported, String feature) {
        if (!isSupported) {
            throw exception.apply("GraphKernel's chat models do not support " + feature);
        }
    }

    /**
     * Rejects a penalty.
     *
     * @param value value of the request, which may be zero or null
     * @param feature the penalty in the message
     */
    public void requireZero(@Nullable Double value, String feature) {
        require(value == null || value == 0, feature);
    }
}
