#!/bin/bash
# Run a recipe on two machines with four GPUs each: sbatch slurm.sh NAME
#SBATCH --job-name=attnbook
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=16
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail

# Both machines must see these folders: process 0 writes checkpoints there, and a
# requeued job resumes from them.
export ATTNBOOK_RUNS="${ATTNBOOK_RUNS:-$SLURM_SUBMIT_DIR/runs}"
export ATTNBOOK_DATA="${ATTNBOOK_DATA:-$SLURM_SUBMIT_DIR/data}"
export OMP_NUM_THREADS=4
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)

srun torchrun \
  --nnodes "$SLURM_NNODES" \
  --nproc-per-node 4 \
  --rdzv-backend c10d \
  --rdzv-endpoint "$first:29500" \
  --rdzv-id "$SLURM_JOB_ID" \
  --max-restarts 3 \
  -m attncourse run "${1:-translate-en-fr-transformer}" --gpu --autocast
