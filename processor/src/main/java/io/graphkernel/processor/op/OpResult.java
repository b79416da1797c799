package io.graphkernel.processor.op;

import java.util.Optional;

/**
 * One result of an op.
 *
 * @param name as in Java: a component of the op's record if there are several
 * @param dtype what decides its dtype
 * @param updates the tensor parameter that the result is the new value of, for ops that update in place
 */
public record OpResult(String name, OpDtype dtype, Optional<String> updates) {

    static OpResult result(String name) {
        return new OpResult(name, OpDtype.SHARED, Optional.empty());
    }

    static OpResult result(String name, OpDtype dtype) {
        return new OpResult(name, dtype, Optional.empty());
    }

    static OpResult updated(String parameter) {
        return new OpResult(parameter, OpDtype.SHARED, Optional.of(parameter));
    }
}
