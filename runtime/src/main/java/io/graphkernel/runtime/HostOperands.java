package io.graphkernel.runtime;

import java.util.function.Function;

/** Runs eager ops on the host, wherever their operands are. */
final class HostOperands {

    private HostOperands() {}

    /** Runs an op on copies of the operands that are on other devices; the result goes to the device of the first. */
    static Tensor run(Function<Tensor[], Tensor> op, Tensor... operands) {
        Device device = device(operands);
        if (device.isHost()) {
            return op.apply(operands);
        }
        Tensor[] host = operands.clone();
        try {
            for (int i = 0; i < host.length; i++) {
                host[i] = copy(operands[i]);
            }
            return moved(op.apply(host), device);
        } finally {
            for (int i = 0; i < host.length; i++) {
                if (host[i] != operands[i]) {
                    host[i].close();
                }
            }
        }
    }

    /** The device of the first operand that is not on the host, else the host. Bad operands are the op's business. */
    private static Device device(Tensor[] operands) {
        if (operands != null) {
            for (Tensor operand : operands) {
                if (isElsewhere(operand)) {
                    return operand.device();
                }
            }
        }
        return Device.cpu();
    }

    private static boolean isElsewhere(Tensor operand) {
        return operand != null && !operand.device().isHost() && !operand.isClosed();
    }

    private static Tensor copy(Tensor operand) {
        return isElsewhere(operand) ? operand.to(Device.cpu()) : operand;
    }

    private static Tensor moved(Tensor result, Device device) {
        try (Tensor made = result) {
            return made.to(device);
        }
    }

    /** Moves a result that was computed from no operand. */
    static Tensor toDefaultDevice(Tensor result) {
        Device device = Device.defaultDevice();
        return device.isHost() ? result : moved(result, device);
    }

    /** As {@link EagerMovement#assign}, for tensors anywhere. */
    static Tensor assign(Tensor parameter, Tensor value) {
        Tensor hostParameter = copy(parameter);
        Tensor hostValue = copy(value);
        try {
            EagerMovement.assign(hostParameter, hostValue);
            if (hostParameter != parameter) {
                hostParameter.copyTo(parameter);
            }
            return parameter;
        } finally {
            if (hostParameter != parameter) {
                hostParameter.close();
            }
            if (hostValue != value) {
                hostValue.close();
            }
        }
    }
}
