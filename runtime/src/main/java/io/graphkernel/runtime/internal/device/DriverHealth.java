package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** Whether a device still works; once it is lost, every later use says what lost it. */
public final class DriverHealth {
    private record Loss(String call, String error, int code) {}

    private final String device;
    private volatile Loss loss;

    /**
     * The health of a device that works.
     *
     * @param device its name, for messages
     */
    public DriverHealth(String device) {
        this.device = device;
    }

    /**
     * Requires that the device is not lost.
     *
     * @throws DeviceLostException if it is
     */
    public void require() {
        if (loss != null) {
            throw lost(loss);
        }
    }

    /** Whether the device is lost. */
    public boolean isLost() {
        return loss != null;
    }

    /**
     * What a failed call throws.
     *
     * @param call the driver's function
     * @param error the driver's name of the error
     * @param code its number
     * @param fatal whether the device runs nothing after it
     */
    public RuntimeException failure(String call, String error, int code, boolean fatal) {
        if (fatal && loss == null) {
            loss = new Loss(call, error, code);
        }
        return loss != null ? lost(loss) : new DeviceException(RuntimeProblem.DEVICE_ERROR, call, device, error, code);
    }

    private DeviceLostException lost(Loss first) {
        return new DeviceLostException(RuntimeProblem.DEVICE_LOST, device, first.call(), first.error(), first.code());
    }
}
