package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs cases on a target and compares them with their definitions. */
final class CaseChecker {

    private static final int SHOWN = 5;

    private final KernelClasses classes;

    private CaseChecker(KernelClasses classes) {
        this.classes = classes;
    }

    /** The methods as written: op by op. */
    static CaseChecker eager() {
        return new CaseChecker(KernelClasses.plain());
    }

    /** The stubs: fused kernels on the device that the process chose. */
    static CaseChecker compiled() {
        return new CaseChecker(KernelClasses.processed());
    }

    /** The stubs of some classes. */
    static CaseChecker of(KernelClasses classes) {
        return new CaseChecker(classes);
    }

    /** Returns the failures of a case; empty for none. */
    List<String> check(Case tested) {
        if (!classes.has(tested)) {
            return List.of(classes.rejection(tested));
        }
        if (tested.isCompiledOnly() && !classes.haveStubs()) {
            return List.of();
        }
        List<String> wrong = new ArrayList<>();
        if (tested.isUnranked()) {
            wrong.addAll(check(tested, Sweep.of(tested.operands())));
        }
        for (int[][] shapes : Sizes.of(tested)) {
            if (wrong.size() < SHOWN) {
                wrong.addAll(check(tested, operands(tested, shapes)));
                wrong.addAll(tested.hasInterpretedPlan() ? check(tested, magnitudes(tested, shapes)) : List.of());
            }
        }
        return wrong;
    }

    /** Operands of given shapes of all magnitudes, the same in every process. */
    private static NdArray[] magnitudes(Case tested, int[][] shapes) {
        SplittableRandom random = new SplittableRandom(Arrays.deepHashCode(shapes) + 1L);
        return IntStream.range(0, shapes.length)
                .mapToObj(i -> {
                    DType dtype = tested.operands().get(i).dtype();
                    List<Scalar> values = tested.operands().get(i).sampler().magnitudes(dtype);
                    return NdArray.generate(dtype, shapes[i], p -> values.get(random.nextInt(values.size())));
                })
                .toArray(NdArray[]::new);
    }

    /** Operands of given shapes, the same in every process. */
    NdArray[] operands(Case tested, int[][] shapes) {
        SplittableRandom random = new SplittableRandom(Arrays.deepHashCode(shapes));
        return IntStream.range(0, shapes.length)
                .mapToObj(i -> {
                    Operand operand = tested.operands().get(i);
                    return NdArray.generate(
                            operand.dtype(), shapes[i], p -> operand.sampler().sample(operand.dtype(), random, p));
                })
                .toArray(NdArray[]::new);
    }

    private List<String> check(Case tested, NdArray... operands) {
        List<NdArray> expected = tested.oracle().apply(operands);
        String where = tested + Arrays.toString(operands);
        List<NdArray> actual;
        try {
            actual = results(tested, operands);
        } catch (RuntimeException | AssertionError e) {
            return List.of(where + " failed: " + e);
        }
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            String result = where + (expected.size() > 1 ? " result " + i : "");
            if (actual.size() != expected.size()
                    || actual.get(i).dtype() != expected.get(i).dtype()
                    || !Arrays.equals(actual.get(i).dims(), expected.get(i).dims())) {
                wrong.add(result + " is " + actual + " instead of " + expected);
                break;
            }
            compare(result, tested, operands, expected.get(i), actual.get(i), wrong);
        }
        return wrong;
    }

    private void compare(
            String where, Case tested, NdArray[] operands, NdArray expected, NdArray actual, List<String> wrong) {
        int count = 0;
        for (int i = 0; i < expected.elements().length; i++) {
            if (!accepts(expected.elements()[i], actual.elements()[i], tested) && count++ < SHOWN) {
                int element = i;
                String inputs = Stream.of(operands)
                                .allMatch(operand -> operand.elements().length == expected.elements().length)
                        ? Stream.of(operands)
                                        .map(o -> String.valueOf(o.elements()[element].asDouble()))
                                        .toList() + " "
                        : "";
                wrong.add(where + " element " + i + ": " + inputs + "gives " + actual.elements()[i].asDouble()
                        + " instead of " + expected.elements()[i]);
            }
        }
        if (count > SHOWN) {
            wrong.add("… " + count + " of " + expected.elements().length + " elements");
        }
    }

    private static boolean accepts(Scalar expected, Scalar actual, Case tested) {
        if (expected instanceof Real real) {
            return real.accepts(actual.asDouble(), tested.slack(), tested.isSignedZero());
        }
        return expected.equals(actual)
                || tested.integerDistance() > 0
                        && Math.abs(expected.asDouble() - actual.asDouble()) <= tested.integerDistance();
    }

    /** The results of a case, then the operands that it updates. */
    List<NdArray> results(Case tested, NdArray... operands) {
        if (!classes.has(tested)) {
            throw new AssertionError(classes.rejection(tested));
        }
        try (TensorScope scope = TensorScope.open()) {
            Tensor[] tensors = Stream.of(operands).map(Tensors::of).toArray(Tensor[]::new);
            List<Tensor> fresh = Tensors.results(invoke(tested, tensors));
            requireOwnMemory(tested, tensors, fresh);
            List<NdArray> results = new ArrayList<>();
            fresh.forEach(tensor -> results.add(Tensors.read(tensor)));
            if (classes.haveStubs() && tested.updated().isEmpty()) {
                assertSameIntoGiven(tested, tensors, fresh);
            }
            tested.updated().forEach(index -> results.add(Tensors.read(tensors[index])));
            return results;
        }
    }

    /** Requires that no result is an operand, or shares its memory, unless the op updates it. */
    private static void requireOwnMemory(Case tested, Tensor[] operands, List<Tensor> results) {
        for (Tensor result : results) {
            for (int i = 0; i < operands.length; i++) {
                if (!tested.updated().contains(i) && shareMemory(result, operands[i])) {
                    throw new AssertionError(tested + " gives operand " + i + " or its memory");
                }
            }
        }
    }

    private static boolean shareMemory(Tensor one, Tensor other) {
        boolean onHosts = one.device().isHost() && other.device().isHost() && one.byteCount() > 0;
        return one == other
                || onHosts
                        && one.address() < other.address() + other.byteCount()
                        && other.address() < one.address() + one.byteCount();
    }

    /** The form of a stub that writes into given tensors gives the same. */
    private void assertSameIntoGiven(Case tested, Tensor[] tensors, List<Tensor> fresh) {
        List<Tensor> given = fresh.stream()
                .map(result -> Tensor.empty(result.dtype(), result.dimensions()))
                .toList();
        invoke(tested, Stream.concat(Stream.of(tensors), given.stream()).toArray(Tensor[]::new));
        for (int i = 0; i < given.size(); i++) {
            if (!sameElements(Tensors.read(given.get(i)), Tensors.read(fresh.get(i)))) {
                throw new AssertionError(tested + " differs when it writes into a given tensor");
            }
        }
    }

    /** Returns true if the bits are equal, except for those of NaN. */
    private static boolean sameElements(NdArray one, NdArray other) {
        return IntStream.range(0, one.elements().length).allMatch(i -> {
            Scalar element = one.elements()[i];
            return element instanceof Real real
                    ? Double.compare(real.value(), other.elements()[i].asDouble()) == 0
                    : element.equals(other.elements()[i]);
        });
    }

    private Object invoke(Case tested, Tensor... tensors) {
        Class<?> owner = classes.owner(tested);
        Class<?>[] parameters = Stream.of(tensors).map(tensor -> Tensor.class).toArray(Class<?>[]::new);
        try (Communicator.Binding bound = Communicator.single().bind()) {
            Method method = owner.getMethod(tested.kernel(), parameters);
            return method.invoke(null, (Object[]) tensors);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
