/**
 * The named fusion passes: what a pass makes gives what the unfused ops give.
 *
 * <p>Each pass that a document names has an entry: the file
 * {@code src/test/resources/io/graphkernel/conformance/pattern/<documented name>.java}, which is data alone, the members of
 * a class with one or more {@code @GraphKernel} methods that each contain the pass's pattern:
 *
 * <pre>
 * // T: f32, f16, bf16
 * // d: 2..70
 * // scale: 10..40
 * public record Normal(Tensor y, Tensor sum) {}
 *
 * &#64;GraphKernel
 * public static Normal sumIsRead(&#64;TensorType("T[n, d]") Tensor x, &#64;TensorType("T[d]") Tensor scale) { … }
 * </pre>
 *
 * <p>Imported are the annotations, the runtime, and {@code Ops.*}. {@code T} takes each dtype of the first line, in
 * {@code @TensorType} and as {@code DType.T}. Other lines give the range of a symbol's sizes, 1 to 24 if there is none, or
 * of a parameter's elements, -2 to 2. Parameters are tensors with declared types; {@code @GraphKernel(flags = "…")} gives
 * flags of the method's own. Records of results come before the first method.
 *
 * <p>Each method is compiled with {@code --enable_pass} of the pass and without any named pass. The first must report that
 * the pass changed the graph, the second that no pass did, and both must give the same for random sizes and elements: on
 * CPU and JVM the first method for the first dtype and every method for one of the others, in the exhaustive tier all for
 * all; the first also on emulated CUDA and, for a sample of the entries, on OpenCL. What can't be turned off is compared with the ops one by one. A pass without
 * an entry fails.
 */
package io.graphkernel.conformance.pattern;
