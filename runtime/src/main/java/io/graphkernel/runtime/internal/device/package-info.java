/**
 * Execution of kernels, and the devices other than the host: the interfaces of plugins and drivers, and the code that
 * all devices share.
 *
 * <p>A {@link io.graphkernel.runtime.internal.device.DevicePlugin} is the counterpart of a target of the processor. On the
 * host it is a {@link io.graphkernel.runtime.internal.device.HostPlugin}, such as {@code cpu} and {@code jvm}, which loads
 * the kernels of a class. Else it is a {@link io.graphkernel.runtime.internal.device.DriverPlugin}, which finds the devices
 * of a kind; {@link io.graphkernel.runtime.internal.device.DeviceDriver} is one of them, opened: {@code cuda} over the CUDA
 * driver API, {@code opencl}, and {@code ascend} over AscendCL, all loaded dynamically. Above the drivers are
 * {@link io.graphkernel.runtime.internal.device.DeviceInUse} (the device with its memory pool, its streams and its loaded
 * programs), {@link io.graphkernel.runtime.internal.device.DeviceMemory} (the pool, ordered by streams) and
 * {@link io.graphkernel.runtime.internal.device.DeviceStream}. A plugin also has the policy that splits launches
 * ({@link io.graphkernel.runtime.internal.parallel.RangeSplitPolicy}). Addresses are raw 64-bit device addresses, and handles of drivers
 * are longs.
 *
 * <h2>How a library call runs on a device</h2>
 *
 * <p>A stub fills the calling thread's {@link io.graphkernel.runtime.generated.LaunchFrame} as it does for the host. A
 * call that is not a kernel of the stub's class queries the device from the frame and launches a kernel of a program of its
 * own:
 *
 * <pre>{@code
 * DeviceInUse device = frame.deviceInUse();             // null: the host
 * if (device != null) {
 *     // MatMul.class.getResource("matmul.cl") for OpenCL, "matmul.ptx" for CUDA; loaded once per device.
 *     DeviceKernel kernel = device.program(MatMul.class, "matmul").kernel("matmul_f32", 12);
 *     frame.pointer(SLOT, frame.slot(0));              // slots of its own, after those of the call
 *     frame.integer(SLOT + 3, m);                      // … pointers by pointer(), all else by integer() and scalar()
 *     kernel.launch(frame, SLOT, kernel.parts(items, bytesPerItem)); // asynchronous, on the frame's stream
 * }
 * }</pre>
 *
 * <p>A kernel takes {@code slots} 8-byte slots by value, from slot {@code SLOT} of the frame on; they are copied before
 * {@code launch} returns. Device memory for the call comes from
 * {@link io.graphkernel.runtime.generated.LaunchFrame#libraryWorkspace}; it is cached, belongs to the calling thread
 * and its stream, and is not the plan's arena. It is allocated before the stream is used. A library of the vendor, such
 * as cuBLASLt, gets the raw stream from {@code frame.stream().run(driverStream -> … driverStream.handle() …)} after
 * {@code device.driver().makeCurrent()}; its functions are opened and called with {@link
 * io.graphkernel.runtime.internal.device.NativeLibrary}. {@link
 * io.graphkernel.runtime.internal.device.DeviceInUse#attachment} caches per-device state of such a library.
 */
package io.graphkernel.runtime.internal.device;
