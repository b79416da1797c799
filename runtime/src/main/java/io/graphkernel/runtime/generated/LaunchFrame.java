package io.graphkernel.runtime.generated;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.plan.PlanCall;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.memory.LaunchMark;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.parallel.Scratch;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import io.graphkernel.runtime.internal.tensor.Tensors;

/**
 * What one thread hands to kernels: the slots of the {@link ArgumentBlock}, the device of the current call, the arena and
 * scratch memory, and the broadcasting of the current call. A frame is made once per thread and belongs to it; nothing here
 * allocates after the first calls.
 */
public final class LaunchFrame extends ArgumentBlock {
    /** Arrays of more bytes in all are copied into tensors instead of being pinned. */
    public static final long ARRAY_PIN_LIMIT = 1 << 20;

    private static final ThreadLocal<LaunchFrame> CURRENT = ThreadLocal.withInitial(LaunchFrame::new);

    private final LaunchMark mark = LaunchMark.ofThread();
    private final Scratch arena = new Scratch();
    private final Scratch scratch = new Scratch();
    private final JointLaunch joint = new JointLaunch();
    private final Broadcast broadcast = new Broadcast(KernelAbi.MAXIMUM_RANK);

    /** Where the current call runs. */
    private Device device = Device.cpu();

    private final DeviceFrames deviceFrames;

    /** How many calls use this frame now, each within the one before. */
    private int calls;
    /** For calls within a call that uses this one; null as long as there was none. */
    private LaunchFrame inner;

    /** Waits for the next plan that is walked; null if there was none, or while it is walked. */
    private PlanCall planCall;

    private LaunchFrame() {
        this(DeviceFrames.ofThread());
    }

    private LaunchFrame(DeviceFrames deviceFrames) {
        this.deviceFrames = deviceFrames;
    }

    /** The calling thread's frame. A call that is made while another one of the thread goes on has a frame of its own. */
    public static LaunchFrame current() {
        LaunchFrame frame = CURRENT.get();
        return frame.calls == 0 ? frame : frame.within();
    }

    /** The calling thread's frame, as {@link #current()} gives it, for a call that runs on a device. */
    public static LaunchFrame current(Device device) {
        LaunchFrame frame = current();
        if (frame.device != device) {
            frame.moveTo(device);
        }
        if (frame.deviceFrame != null) {
            frame.deviceFrame.endFilling();
        }
        return frame;
    }

    /**
     * The frame of a call within one that uses this frame: an engine of a communicator computes on the thread of its rank
     * while a kernel method waits for it, whose slots and arena must stay as they are.
     */
    private LaunchFrame within() {
        LaunchFrame frame = this;
        while (frame.calls > 0) {
            if (frame.inner == null) {
                frame.inner = new LaunchFrame(frame.deviceFrames.within());
            }
            frame = frame.inner;
        }
        // The thread may have chosen another stream of the device meanwhile.
        frame.moveTo(frame.device);
        return frame;
    }

    private void moveTo(Device next) {
        deviceFrame = next.isHost() ? null : deviceFrames.on(next);
        device = next;
    }

    /** Where the current call runs. */
    public Device device() {
        return device;
    }

    /** The device on which the current call runs; null on the host. */
    public DeviceInUse deviceInUse() {
        return deviceFrame == null ? null : deviceFrame.device();
    }

    /** The stream on which the current call runs; null on the host. */
    public DeviceStream stream() {
        return deviceFrame == null ? null : deviceFrame.stream();
    }

    /** Null if the current call runs on the host. */
    DeviceFrame deviceFrame() {
        return deviceFrame;
    }

    /**
     * Memory for the temporaries of one call, on the device where it runs, shared by all its launches. It is 64-byte
     * aligned. {@link #leave} ends the call, and gives memory of more than {@link Scratch#KEPT_BYTES} back to the pool.
     *
     * @param bytes the size
     * @return the address, valid until then; 0 for no bytes
     */
    public long arena(long bytes) {
        return deviceFrame == null ? arena.ensure(bytes) : deviceFrame.arena(bytes);
    }

    /**
     * Memory of the device for one library call, apart from {@link #arena}. It is aligned as the driver's memory is,
     * for CUDA to 256 bytes, and kept for later calls; an address of an earlier call is not valid any more.
     *
     * @param bytes the size
     * @return the address; 0 for no bytes
     */
    public long libraryWorkspace(long bytes) {
        return deviceFrame == null ? scratch.ensure(bytes) : deviceFrame.libraryWorkspace(bytes);
    }

    /** The next multiple of 64 bytes, at which pieces of the arena begin. */
    public static long aligned(long bytes) {
        return (bytes + KernelAbi.MEMORY_ALIGNMENT - 1) & -KernelAbi.MEMORY_ALIGNMENT;
    }

    /** The quotient of two counts, rounded up. */
    public static long ceilDiv(long count, long divisor) {
        return (count + divisor - 1) / divisor;
    }

    /** Whether arrays of so many bytes in all are pinned, rather than copied into tensors. */
    public static boolean pins(long bytes) {
        return bytes <= ARRAY_PIN_LIMIT;
    }

    /**
     * Registers the shape of an operand that broadcasts.
     *
     * @param index from 0, less than 255
     * @param tensor the operand; it is not kept
     */
    public void operand(int index, Tensor tensor) {
        broadcast.operand(index, Tensors.dims(tensor));
    }

    /**
     * Registers the shape of an operand that broadcasts.
     *
     * @param index from 0, less than 255
     * @param dims the operand's dims, kept until the next one of that index
     */
    public void operand(int index, long[] dims) {
        broadcast.operand(index, dims);
    }

    /**
     * Broadcasts the registered operands together under NumPy's rules.
     *
     * @param method the kernel method, for errors
     * @param names the operands' parameter names, for errors
     * @param count how many operands were registered, at least 1
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if two shapes do not broadcast
     */
    public void broadcast(String method, String[] names, int count) {
        broadcast.resolve(method, names, count);
    }

    /** The rank of the broadcast result. */
    public int broadcastRank() {
        return broadcast.rank();
    }

    /** A dim of the broadcast result. */
    public long broadcastDimension(int axis) {
        return broadcast.dimension(axis);
    }

    /** The dims of the broadcast result, in a new array. */
    public long[] broadcastDimensions() {
        return broadcast.dimensions();
    }

    /** The number of elements of the broadcast result. */
    public long broadcastElementCount() {
        return broadcast.elements();
    }

    /**
     * Writes the loops that walk the broadcast operands into slots: {@code outerRank}, {@code innerSize}, {@code rows}
     * (the product of the outer dims), {@code outerDims[7]}, and for each input {@code innerStride} (0 or 1) and
     * {@code outerStrides[7]}, in elements, 0 where an input is repeated. Entries at or above {@code outerRank} are not
     * written. The result is contiguous. Equal shapes give one loop over all elements; without elements rows and
     * {@code innerSize} are 0.
     *
     * @param slot the first slot
     * @param inputCount the number of operands that are inputs, the first of those registered
     * @return rows
     */
    public long bindBroadcast(int slot, int inputCount) {
        return broadcast.bind(slots, slot, inputCount);
    }

    /**
     * Writes the loops of {@link #bindBroadcast} for inputs that are all vectors of the result's length.
     *
     * @param slot the first slot
     * @param inputCount the number of inputs
     * @param elements the length
     */
    public void bindFlat(int slot, int inputCount, long elements) {
        Broadcast.bindFlat(slots, slot, inputCount, elements);
    }

    /**
     * Runs the kernels that have joined by {@link Kernel#join}, phase by phase, those of one phase side by side: on
     * several threads if together they touch enough memory.
     */
    public void launchJoined() {
        joint.run(this);
    }

    /**
     * Runs a function of a library call over {@code [0, range)}, item by item, on the threads of kernels.
     *
     * @param function what runs
     * @param kernel what it gets as its first argument
     * @param slots what it gets as its second argument
     * @param range the number of items, at least 1
     * @param scratchBytes the scratch memory that each thread needs
     */
    public void run(RangeFunction function, long kernel, long slots, long range, long scratchBytes) {
        enter();
        try {
            KernelTeam.run(function, kernel, slots, range, 1, scratchBytes, range, scratch);
        } finally {
            exit();
        }
    }

    /**
     * Launches a kernel on the device of the current call.
     *
     * @param function a kernel of that device
     * @param parts into how many parts its range is cut
     * @param firstSlot where its slots begin
     * @param slotBytes the size of its slots in bytes
     */
    public void launchOnDevice(DeviceDriver.Function function, long parts, int firstSlot, long slotBytes) {
        deviceFrame.launch(
                function, parts, arguments, firstSlot, slotBytes, arguments + KernelAbi.FRAME_SLOTS * Long.BYTES);
    }

    JointLaunch joint() {
        return joint;
    }

    boolean broadcastMatches(long[] dims) {
        return broadcast.matches(dims);
    }

    long scratch(long bytes) {
        return scratch.ensure(bytes);
    }

    public Scratch threadScratch() {
        return scratch;
    }

    /**
     * Begins a call, before the first address is taken: until {@link #exit}, memory whose address the frame holds is not
     * unmapped, whoever closes the tensor. Stubs begin by {@link KernelLibrary#enter}. A call may lie within another.
     */
    public void enter() {
        mark.enter();
        calls++;
    }

    /** Ends the call that began last. */
    public void exit() {
        mark.exit();
        if (--calls == 0) {
            scratch.trim();
        }
    }

    /** Ends a call that has taken an {@link #arena}. */
    public void leave() {
        exit();
        if (calls == 0) {
            giveBackArena();
        }
    }

    /** The call of a plan that waits in this frame, which has none then; null if there is none. */
    public PlanCall takePlanCall() {
        PlanCall taken = planCall;
        planCall = null;
        return taken;
    }

    /** Keeps the call of a plan that has run, and holds nothing any more, for the next one. */
    public void keepPlanCall(PlanCall call) {
        planCall = call;
    }

    /** Ends the use of an {@link #arena} by calls one after the other. */
    public void giveBackArena() {
        if (deviceFrame == null) {
            arena.trim();
        } else {
            deviceFrame.trimArena();
        }
    }
}
