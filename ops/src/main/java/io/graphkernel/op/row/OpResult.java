package io.graphkernel.op.row;

import java.util.Optional;

/**
 * Result of an op.
 *
 * @param name name in Java, a component of the op's record if there are several results
 * @param dtype source of its dtype
 * @param updates tensor parameter whose new value the result is, for in-place ops
 */
public record OpResult(String name, OpDtype dtype, Optional<String> updates) {

    public static OpResult result(String name) {
        return new OpResult(name, OpDtype.SHARED, Optional.empty());
    }

    public static OpResult result(String name, OpDtype dtype) {
        return new OpResult(name, dtype, Optional.empty());
    }

    public static OpResult updated(String parameter) {
        return new OpResult(parameter, OpDtype.SHARED, Optional.of(parameter));
    }
}
