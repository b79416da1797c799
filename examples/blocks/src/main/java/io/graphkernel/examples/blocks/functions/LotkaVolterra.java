package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The predator-prey equations of Lotka and Volterra, for many populations at once. */
public final class LotkaVolterra {

    private LotkaVolterra() {}

    /** Sizes of the populations, or their rates of change. */
    public record Populations(
            @TensorType("f32[n]") Tensor prey,
            @TensorType("f32[n]") Tensor predators) {}

    /**
     * Rates of the equations.
     *
     * @param growth growth of the prey
     * @param predation loss of prey per predator
     * @param reproduction growth of the predators per prey
     * @param death loss of predators
     */
    public record Rates(
            @TensorType("f32[n]") Tensor growth,
            @TensorType("f32[n]") Tensor predation,
            @TensorType("f32[n]") Tensor reproduction,
            @TensorType("f32[n]") Tensor death) {}

    private static Populations derivative(Populations p, Rates rates) {
        Tensor prey = mul(p.prey(), sub(rates.growth(), mul(rates.predation(), p.predators())));
        Tensor predators = mul(p.predators(), sub(mul(rates.reproduction(), p.prey()), rates.death()));
        return new Populations(prey, predators);
    }

    /** Returns {@code p + h * change}. */
    private static Populations move(Populations p, double h, Populations change) {
        return new Populations(add(p.prey(), mul(change.prey(), h)), add(p.predators(), mul(change.predators(), h)));
    }

    /**
     * Returns the populations after steps of Euler's method.
     *
     * @param start initial populations
     * @param rates rates of each pair of populations
     * @param h step size
     * @param steps number of steps
     */
    @GraphKernel(gradient = true)
    public static Populations euler(Populations start, Rates rates, float h, int steps) {
        Populations p = start;
        for (int i = 0; i < steps; i++) {
            p = move(p, h, derivative(p, rates));
        }
        return p;
    }

    /**
     * Returns the populations after steps of the classic Runge-Kutta method.
     *
     * @param start initial populations
     * @param rates rates of each pair of populations
     * @param h step size
     * @param steps number of steps
     */
    @GraphKernel(gradient = true)
    public static Populations rungeKutta(Populations start, Rates rates, float h, int steps) {
        Populations p = start;
        for (int i = 0; i < steps; i++) {
            Populations k1 = derivative(p, rates);
            Populations k2 = derivative(move(p, h / 2, k1), rates);
            Populations k3 = derivative(move(p, h / 2, k2), rates);
            Populations k4 = derivative(move(p, h, k3), rates);
            p = move(move(move(move(p, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
        }
        return p;
    }
}
